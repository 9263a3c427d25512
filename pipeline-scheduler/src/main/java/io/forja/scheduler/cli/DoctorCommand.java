package io.forja.scheduler.cli;

import io.forja.core.doctor.Checkup;
import io.forja.core.doctor.Finding;
import io.forja.core.doctor.Finding.Health;
import io.forja.scheduler.cli.text.Paint;
import io.forja.scheduler.cli.text.TextTable;
import io.forja.scheduler.cli.text.TextTable.Cell;
import io.forja.scheduler.cli.text.TextTable.Column;
import io.forja.scheduler.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "doctor", header = "Look whether all that Forja needs is there: stores, databases, disk, port.",
        description = {"", "Writes one small object into each bucket and removes it. Exits with 1 when something fails."},
        footer = {"", "Examples:", "  forja doctor", "  forja doctor -o json"})
final class DoctorCommand implements Callable<Integer> {

    @Mixin
    private Output.Choice output = new Output.Choice();

    private final Session session;

    DoctorCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        List<Finding> findings = new ArrayList<>();
        session.workspace().problems().forEach(problem -> findings.add(Finding.failed("settings",
                problem.toString(), "")));
        for (Checkup checkup : session.workspace().checkups()) {
            findings.addAll(checkup.run());
        }
        if (output.isJson()) {
            session.printJson(findings);
        } else {
            print(findings);
        }
        return findings.stream().anyMatch(finding -> finding.health() == Health.FAILED) ? ExitCode.FAILED : ExitCode.OK;
    }

    private void print(List<Finding> findings) {
        TextTable table = new TextTable(Column.left("WHAT"), Column.left("IS"), Column.left("FOUND"));
        findings.forEach(finding -> {
            table.row(finding.subject(), new Cell(Json.text(finding.health()), paint(finding.health())), finding.what());
            if (!finding.remedy().isEmpty()) {
                table.row("", "", "-> " + finding.remedy());
            }
        });
        session.print(table);
    }

    private static Paint paint(Health health) {
        return switch (health) {
            case OK -> Paint.GOOD;
            case WARNING -> Paint.WARN;
            case FAILED -> Paint.BAD;
        };
    }
}

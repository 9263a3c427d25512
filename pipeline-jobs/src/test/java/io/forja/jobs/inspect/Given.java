package io.forja.jobs.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.inspect.InspectedColumn;
import io.forja.core.inspect.InspectedColumn.Cast;
import io.forja.core.inspect.Inspection;
import io.forja.core.problem.Problem;
import io.forja.core.problem.Problems;
import io.forja.jobs.TestLake;
import io.forja.jobs.delta.Locations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;

/** Files in a folder, and what an inspector says of them; whatever it proposes has to load. */
final class Given {

    private static final Configuration HADOOP = new Configuration();

    private final Path folder;

    Given(Path folder) {
        this.folder = folder;
    }

    Inspection file(String... lines) {
        return file(StandardCharsets.UTF_8, lines);
    }

    Inspection file(Charset charset, String... lines) {
        return bytes((String.join("\n", lines) + "\n").getBytes(charset));
    }

    Inspection bytes(byte[] bytes) {
        write("dados.csv", bytes);
        return inspect("dados.csv");
    }

    void write(String name, byte[] bytes) {
        try {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a file one that was written at the start of a year. */
    void age(String name, int year) {
        try {
            Files.setLastModifiedTime(folder.resolve(name), FileTime.from(Instant.parse(year + "-01-01T00:00:00Z")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(String name, String... lines) {
        write(name, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    Inspection inspect(String path) {
        return inspect(path, 64 << 20);
    }

    Inspection inspect(String path, int bound) {
        Inspection inspection = new CsvInspector(HADOOP, new Locations(folder, "lake", "snapshots"), bound).inspect(path);
        Problems problems = new Problems();
        TestLake.loader().read("proposal.yaml", inspection.pipeline(), problems);
        assertThat(problems.inOrder()).extracting(Problem::toString).as(inspection.pipeline()).isEmpty();
        return inspection;
    }

    /** The column of that name in the file. */
    static InspectedColumn column(Inspection inspection, String name) {
        return inspection.columns().stream().filter(column -> column.name().equals(name)).findFirst().orElseThrow();
    }

    /** A column alone, with other rows to make the file one. */
    InspectedColumn column(String... values) {
        String[] lines = new String[values.length + 1];
        lines[0] = "nome;valor";
        for (int i = 0; i < values.length; i++) {
            lines[i + 1] = "texto " + "abc".charAt(i % 3) + ";" + values[i];
        }
        return column(file(lines), "valor");
    }

    /** A cast as a person would write it. */
    static String written(InspectedColumn column) {
        return written(column.type());
    }

    static String written(Cast cast) {
        return cast.to() + (cast.locale() == null ? "" : " " + cast.locale())
                + (cast.currency() == null ? "" : " " + cast.currency())
                + (cast.format() == null ? "" : " " + cast.format())
                + (cast.yearsFrom() == null ? "" : " " + cast.yearsFrom());
    }
}

package io.forja.scheduler.daemon;

import io.forja.core.definition.PipelineDefinition;
import io.forja.core.definition.TableRef;
import io.forja.core.definition.Timetable;
import io.forja.core.lake.ExpireRule;
import io.forja.core.lake.Keepers;
import io.forja.core.lake.Registered;
import io.forja.core.lake.RestorePoint;
import io.forja.core.lake.Restored;
import io.forja.core.lake.SnapshotInfo;
import io.forja.core.lake.SqlResult;
import io.forja.core.lake.TableInfo;
import io.forja.core.lake.TableVersion;
import io.forja.core.lake.UndoRequest;
import io.forja.core.lake.UndoneTable;
import io.forja.core.problem.ForjaException;
import io.forja.core.problem.InvalidDefinitionException;
import io.forja.core.problem.NotFoundException;
import io.forja.core.problem.Problem;
import io.forja.core.problem.SourceLocation;
import io.forja.core.run.JobRecord;
import io.forja.core.run.LiveRun;
import io.forja.core.run.RunListener;
import io.forja.core.run.RunQuery;
import io.forja.core.run.RunRecord;
import io.forja.core.yaml.InvalidValueException;
import io.forja.scheduler.api.Forja;
import io.forja.scheduler.api.PreviewedJob;
import io.forja.scheduler.api.RunRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Forja in this process. */
public final class LocalForja implements Forja {

    private static final String ON_REQUEST = "cancelled on request";

    private final Setup setup;
    private final Workshop workshop;
    private final Writers writers;
    private final LogFiles logs;
    private final Consumer<String> onDrop;
    private final boolean owned;

    /**
     * @param onDrop hears the name of each table that was dropped through this
     * @param owned true where the workshop ends with this
     */
    LocalForja(Setup setup, Workshop workshop, Consumer<String> onDrop, boolean owned) {
        this.setup = setup;
        this.workshop = workshop;
        this.writers = new Writers(workshop, setup);
        this.logs = new LogFiles(setup.config().state().files());
        this.onDrop = onDrop;
        this.owned = owned;
    }

    /**
     * A Forja of its own for a command while no daemon is up: its runs are this process's, and end with it.
     *
     * @param listener hears of its runs
     */
    public static LocalForja open(Setup setup, RunListener listener) {
        return new LocalForja(setup, new Workshop(setup, List.of(listener)), dropped -> {}, true);
    }

    @Override
    public LiveRun start(RunRequest request) {
        PlannedPipeline pipeline = pipeline(request);
        RunRecord run = workshop.runs().onRequest(pipeline, request.job(), time(pipeline, request), request.params());
        return run(run.id());
    }

    @Override
    public LiveRun retry(String runId) {
        RunRecord run = run(runId).run();
        workshop.endIfDead(run);
        workshop.folder().refreshOnce();
        return run(workshop.runs().retry(runId, workshop.folder().get(run.pipeline())).id());
    }

    @Override
    public List<PreviewedJob> preview(RunRequest request) {
        PlannedPipeline pipeline = pipeline(request);
        return workshop.runs().preview(pipeline, request.job(), time(pipeline, request), request.params());
    }

    private PlannedPipeline pipeline(RunRequest request) {
        workshop.folder().refreshOnce();
        return workshop.folder().get(request.pipeline());
    }

    private Instant time(PlannedPipeline pipeline, RunRequest request) {
        return request.date() == null ? setup.clock().instant() : logicalTime(pipeline, request.date());
    }

    private static Instant logicalTime(PlannedPipeline pipeline, LocalDate date) {
        PipelineDefinition definition = pipeline.loaded().definition();
        ZoneId zone = definition.zone();
        Instant midnight = date.atStartOfDay(zone).toInstant();
        Timetable timetable = pipeline.timetable();
        return Optional.ofNullable(timetable).flatMap(fires -> fires.nextAfter(midnight.minusNanos(1)))
                .filter(fire -> fire.atZone(zone).toLocalDate().equals(date))
                .orElse(midnight);
    }

    @Override
    public LiveRun run(String runId) {
        return workshop.engine().live(runId).map(this::withoutSecrets).orElseGet(() -> {
            RunRecord run = workshop.ledger().run(runId).orElseThrow(() -> new NotFoundException(
                    "there is no run \"" + runId + "\"", "see \"forja runs list\""));
            return new LiveRun(run, workshop.ledger().jobs(runId), Map.of());
        });
    }

    /** What the ledger hides before it writes, a run that is still in memory does not. */
    private LiveRun withoutSecrets(LiveRun live) {
        RunRecord run = live.run();
        RunRecord shown = run.error() == null ? run
                : run.finished(run.status(), run.finishedAt(), setup.redaction().apply(run.error()));
        return new LiveRun(shown, live.jobs().stream().map(this::withoutSecrets).toList(), live.progress());
    }

    private JobRecord withoutSecrets(JobRecord job) {
        return job.error() == null ? job : new JobRecord(job.runId(), job.job(), job.type(), job.position(),
                job.needs(), job.status(), job.attempt(), job.startedAt(), job.finishedAt(), job.retryAt(),
                setup.redaction().apply(job.error()), job.result());
    }

    @Override
    public List<RunRecord> runs(RunQuery query) {
        return workshop.ledger().runs(query);
    }

    @Override
    public LiveRun cancel(String runId) {
        if (!workshop.engine().cancel(runId, ON_REQUEST)) {
            RunRecord run = run(runId).run();
            if (!run.status().isTerminal() && !run.owner().equals(setup.self().toString())) {
                throw ForjaException.permanent("the run " + runId + " is another process's (" + run.owner() + ")",
                        "stop it there");
            }
        }
        return run(runId);
    }

    @Override
    public List<String> logs(String runId, long fromLine) {
        return logs.lines(run(runId).run().id(), fromLine);
    }

    @Override
    public SqlResult sql(String statement, int maxRows) {
        return setup.lake().sql(statement, maxRows);
    }

    @Override
    public List<TableInfo> tables() {
        return setup.lake().tables().stream().map(this::withWriters).toList();
    }

    @Override
    public TableInfo table(String table) {
        return withWriters(setup.lake().table(ref(table)));
    }

    private TableInfo withWriters(TableInfo table) {
        return table.writtenBy(writers.of(names(table)));
    }

    private static List<TableRef> names(TableInfo table) {
        return List.of(new TableRef(table.name()), TableRef.ofPath(table.location()));
    }

    @Override
    public List<TableVersion> history(String table, int limit) {
        return setup.lake().history(ref(table), limit);
    }

    @Override
    public TableInfo drop(String table) {
        TableRef ref = ref(table);
        TableInfo dropped = writers.whileNoneWrites(namesOf(ref), () -> setup.lake().drop(ref));
        onDrop.accept(dropped.name());
        return dropped;
    }

    /** Every name of a table that is there; of one that is not, the one it has been given. */
    private List<TableRef> namesOf(TableRef table) {
        try {
            return names(setup.lake().table(table));
        } catch (NotFoundException e) {
            return List.of(table);
        }
    }

    @Override
    public TableInfo register(String table, String path) {
        return withWriters(setup.lake().register(ref(table), path));
    }

    @Override
    public List<Registered> registerAll() {
        workshop.folder().refreshOnce();
        return setup.lake().registerAll(workshop.folder().all().stream()
                .flatMap(pipeline -> pipeline.loaded().definition().jobs().values().stream())
                .flatMap(job -> job.definition().targets().stream())
                .toList());
    }

    @Override
    public Restored restore(String table, RestorePoint to, boolean dryRun) {
        TableRef ref = ref(table);
        Instant now = setup.clock().instant();
        return dryRun ? setup.lake().restore(ref, to, now, true)
                : writers.whileNoneWrites(namesOf(ref), () -> setup.lake().restore(ref, to, now, false));
    }

    @Override
    public List<UndoneTable> undo(String runId, boolean dryRun) {
        LiveRun live = run(workshop.runs().lastResuming(run(runId).run()).id());
        workshop.folder().refreshOnce();
        UndoRequest request = Undoing.of(live, workshop.folder().find(live.run().pipeline()), setup.clock().instant());
        if (dryRun || request.tables().isEmpty()) {
            return setup.lake().undo(request, true);
        }
        List<TableRef> names = request.tables().stream().flatMap(written -> namesOf(written.table()).stream()).toList();
        return writers.whileNoneWrites(names, () -> {
            List<UndoneTable> undone = setup.lake().undo(request, false);
            workshop.ledger().markUndone(request.run());
            undone.stream().filter(table -> table.action() == UndoneTable.Action.DROPPED).map(UndoneTable::table)
                    .forEach(onDrop);
            return undone;
        });
    }

    @Override
    public List<SnapshotInfo> snapshots(@Nullable String table) {
        TableRef wanted = table == null ? null : ref(table);
        return setup.lake().snapshots(folders()).stream()
                .filter(snapshot -> wanted == null || snapshot.table().equals(wanted.text()))
                .toList();
    }

    @Override
    public List<SnapshotInfo> expireSnapshots(
            @Nullable String table, Duration olderThan, Keepers keepers, boolean dryRun) {
        return setup.lake().expire(new ExpireRule(folders(), table == null ? null : ref(table), olderThan, keepers,
                setup.clock().instant()), dryRun);
    }

    private List<String> folders() {
        return List.of(setup.config().lakehouse().snapshots());
    }

    private static TableRef ref(String table) {
        try {
            return TableRef.parse(table);
        } catch (InvalidValueException e) {
            throw new InvalidDefinitionException(List.of(new Problem(SourceLocation.of("table"), "",
                    String.valueOf(e.getMessage()), e.remedy())));
        }
    }

    /** Ends what it runs: with the process its runs end too. The database and the lake stay open. */
    @Override
    public void close() {
        if (owned) {
            workshop.close();
        }
    }
}

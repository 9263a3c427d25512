package io.forja.jobs;

import io.forja.core.definition.JobDefinition;
import io.forja.core.job.JobCatalog;
import io.forja.core.job.JobType;
import io.forja.jobs.check.CheckDefinition;
import io.forja.jobs.check.CheckJob;
import io.forja.jobs.clean.CleanDefinition;
import io.forja.jobs.clean.CleanJob;
import io.forja.jobs.delete.DeleteDefinition;
import io.forja.jobs.delete.DeleteJob;
import io.forja.jobs.delta.Lakehouse;
import io.forja.jobs.drop.DropDefinition;
import io.forja.jobs.drop.DropJob;
import io.forja.jobs.expire.ExpireDefinition;
import io.forja.jobs.expire.ExpireJob;
import io.forja.jobs.export.ExportDefinition;
import io.forja.jobs.export.ExportJob;
import io.forja.jobs.ingest.IngestDefinition;
import io.forja.jobs.ingest.IngestJob;
import io.forja.jobs.insert.InsertDefinition;
import io.forja.jobs.insert.InsertJob;
import io.forja.jobs.merge.MergeDefinition;
import io.forja.jobs.merge.MergeJob;
import io.forja.jobs.maintain.MaintainDefinition;
import io.forja.jobs.maintain.MaintainJob;
import io.forja.jobs.restore.RestoreDefinition;
import io.forja.jobs.restore.RestoreJob;
import io.forja.jobs.s3.StoreFailures;
import io.forja.jobs.snapshot.SnapshotDefinition;
import io.forja.jobs.snapshot.SnapshotJob;
import io.forja.jobs.sql.SqlDefinition;
import io.forja.jobs.sql.SqlJob;
import io.forja.jobs.update.UpdateDefinition;
import io.forja.jobs.update.UpdateJob;
import java.util.List;
import java.util.function.Supplier;

/** The job types that Forja brings. */
public final class BuiltInJobs {

    private static final List<JobType<?, Lakehouse>> ALL = List.of(
            new JobType<>("ingest", IngestDefinition.class, IngestJob::new),
            new JobType<>("clean", CleanDefinition.class, CleanJob::new),
            new JobType<>("sql", SqlDefinition.class, SqlJob::new),
            new JobType<>("insert", InsertDefinition.class, InsertJob::new),
            new JobType<>("merge", MergeDefinition.class, MergeJob::new),
            new JobType<>("update", UpdateDefinition.class, UpdateJob::new),
            new JobType<>("delete", DeleteDefinition.class, DeleteJob::new),
            new JobType<>("check", CheckDefinition.class, CheckJob::new),
            new JobType<>("snapshot", SnapshotDefinition.class, SnapshotJob::new),
            new JobType<>("expire", ExpireDefinition.class, ExpireJob::of),
            new JobType<>("maintain", MaintainDefinition.class, MaintainJob::new),
            new JobType<>("restore", RestoreDefinition.class, RestoreJob::new),
            new JobType<>("export", ExportDefinition.class, ExportJob::new),
            new JobType<>("drop", DropDefinition.class, DropJob::new));

    private BuiltInJobs() {}

    /** @param lakehouse asked for when the first job is made */
    public static JobCatalog catalog(Supplier<Lakehouse> lakehouse) {
        return JobCatalog.of(ALL.stream().<JobType<?, Lakehouse>>map(BuiltInJobs::tellingOfStores).toList(), lakehouse);
    }

    private static <D extends Record & JobDefinition> JobType<D, Lakehouse> tellingOfStores(JobType<D, Lakehouse> type) {
        return new JobType<>(type.name(), type.definition(), (definition, lakehouse) -> StoreFailures.told(
                type.create().apply(definition, lakehouse),
                () -> lakehouse.sessions().session().sparkContext().hadoopConfiguration()));
    }
}

package io.forja.scheduler.app;

import io.forja.core.doctor.Checkup;
import io.forja.core.lake.LeaseStore;
import io.forja.core.lake.S3Settings;
import io.forja.jobs.delta.Locations;
import io.forja.jobs.s3.S3Address;
import io.forja.jobs.s3.S3Checkup;
import io.forja.jobs.s3.S3LeaseStore;
import io.forja.jobs.source.ConnectionCheckup;
import io.forja.scheduler.config.ForjaConfig;
import io.forja.scheduler.config.State;
import io.forja.scheduler.daemon.FileLeaseStore;
import io.forja.scheduler.doctor.FolderCheckup;
import io.forja.scheduler.doctor.LeaseCheckup;
import io.forja.scheduler.doctor.PortCheckup;
import io.forja.scheduler.doctor.StateCheckup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which things the settings name, and who looks at each. */
final class Doctor {

    private static final String LEASE = "/_forja/lease.json";
    private static final String BUCKETS = "s3a://";
    private static final String DISK = "file:";

    private Doctor() {}

    static List<Checkup> checkups(ProcessWorkspace.Parts parts) {
        ForjaConfig config = parts.config();
        State state = config.state();
        List<Checkup> checkups = new ArrayList<>(List.of(
                new FolderCheckup(state.file().isPresent() ? "state.url" : "state.folder", state.files().path()),
                new StateCheckup(state), new PortCheckup(config.http(), state.files())));
        Locations locations = parts.locations();
        addFolder(checkups, "lakehouse.warehouse", locations.warehouse());
        addFolder(checkups, "lakehouse.snapshots", locations.snapshots());
        buckets(config.storage().s3(), locations).forEach((bucket, prefix) -> checkups.add(new S3Checkup(bucket, prefix,
                config.storage().s3().access(bucket), parts.clock())));
        config.connections().forEach((name, connection) -> checkups.add(new ConnectionCheckup(name, connection)));
        LeaseStore lease = lease(parts);
        if (lease != null) {
            checkups.add(new LeaseCheckup(lease, parts.clock()));
        }
        // Stores and drivers repeat what they were sent.
        return checkups.stream().<Checkup>map(checkup -> () -> checkup.run().stream()
                .map(finding -> finding.redacted(parts.redaction())).toList()).toList();
    }

    /** What says which daemon serves the lake; null on a store that has no way to say it. */
    static @Nullable LeaseStore lease(ProcessWorkspace.Parts parts) {
        String warehouse = parts.locations().warehouse();
        if (warehouse.startsWith(DISK)) {
            return new FileLeaseStore(Path.of(Locations.display(warehouse) + LEASE));
        }
        return warehouse.startsWith(BUCKETS) ? new S3LeaseStore(
                parts.config().storage().s3(), S3Address.parse(warehouse + LEASE)) : null;
    }

    private static void addFolder(List<Checkup> checkups, String setting, String location) {
        if (location.startsWith(DISK)) {
            checkups.add(new FolderCheckup(setting, Path.of(Locations.display(location))));
        }
    }

    /** Each bucket once, with where Forja writes in it. */
    private static Map<String, String> buckets(S3Settings settings, Locations locations) {
        Map<String, String> buckets = new LinkedHashMap<>();
        for (String location : List.of(locations.warehouse(), locations.snapshots())) {
            if (location.startsWith(BUCKETS)) {
                S3Address address = S3Address.parse(location + "/");
                buckets.putIfAbsent(address.bucket(), address.key());
            }
        }
        settings.buckets().keySet().forEach(bucket -> buckets.putIfAbsent(bucket, ""));
        return buckets;
    }
}

package io.forja.scheduler.daemon;

import io.forja.core.lake.LeaseStore;
import io.forja.core.testing.LeaseStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class FileLeaseStoreTest extends LeaseStoreContract {

    @TempDir
    Path folder;

    @Override
    protected LeaseStore store() {
        return new FileLeaseStore(folder.resolve("warehouse/_forja/lease.json"));
    }
}

package io.forja.jobs.s3;

import io.forja.core.lake.LeaseStore;
import io.forja.core.testing.LeaseStoreContract;
import io.forja.core.testing.S3Server;
import java.util.UUID;

class S3LeaseStoreTest extends LeaseStoreContract {

    private static final S3Server SERVER = S3Server.shared().bucket("leases");

    private final S3Address address = new S3Address("leases", UUID.randomUUID() + "/_forja/lease.json");

    @Override
    protected LeaseStore store() {
        return new S3LeaseStore(SERVER.settings(), address);
    }
}

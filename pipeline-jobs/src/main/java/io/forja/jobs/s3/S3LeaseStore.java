package io.forja.jobs.s3;

import io.forja.core.lake.LeaseStore;
import io.forja.core.lake.S3Access;
import io.forja.core.lake.S3Settings;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.Optional;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** The lease as an object, taken and renewed by puts that the store refuses where another was faster. */
public final class S3LeaseStore implements LeaseStore {

    private final S3Access access;
    private final S3Address address;

    /** @param address where the object is */
    public S3LeaseStore(S3Settings settings, S3Address address) {
        this.access = settings.access(address.bucket());
        this.address = address;
    }

    @Override
    public String location() {
        return address.toString();
    }

    private interface Work<T> {
        T with(S3Client client);
    }

    private <T> T call(Work<T> work) throws IOException {
        try (S3Client client = S3Clients.open(access)) {
            return work.with(client);
        } catch (SdkException e) {
            throw new IOException(S3Failure.of(e, access, address.bucket()).what(), e);
        }
    }

    private boolean put(Work<?> work) throws IOException {
        return call(client -> {
            try {
                work.with(client);
                return true;
            } catch (S3Exception e) {
                if (e.statusCode() == HttpURLConnection.HTTP_PRECON_FAILED
                        || e.statusCode() == HttpURLConnection.HTTP_CONFLICT) {
                    return false;
                }
                throw e;
            }
        });
    }

    @Override
    public Optional<Stored> read() throws IOException {
        return call(client -> {
            try {
                ResponseBytes<GetObjectResponse> object =
                        client.getObjectAsBytes(get -> get.bucket(address.bucket()).key(address.key()));
                return Optional.of(new Stored(object.asUtf8String(), object.response().eTag()));
            } catch (NoSuchKeyException e) {
                return Optional.empty();
            }
        });
    }

    @Override
    public boolean create(String text) throws IOException {
        return put(client -> client.putObject(put -> put.bucket(address.bucket()).key(address.key()).ifNoneMatch("*"),
                RequestBody.fromString(text)));
    }

    @Override
    public boolean replace(Stored seen, String text) throws IOException {
        return put(client -> client.putObject(put -> put.bucket(address.bucket()).key(address.key()).ifMatch(seen.tag()),
                RequestBody.fromString(text)));
    }

    @Override
    public void remove(Stored seen) throws IOException {
        // Not every store deletes on a condition; whoever calls has the lease, and so nobody else replaces it now.
        if (read().filter(seen::equals).isPresent()) {
            call(client -> client.deleteObject(delete -> delete.bucket(address.bucket()).key(address.key())));
        }
    }
}

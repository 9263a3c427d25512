package io.forja.jobs.snapshots;

import io.forja.jobs.delta.ManyFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.s3a.S3AFileSystem;
import org.apache.hadoop.fs.s3a.S3AUtils;
import org.apache.hadoop.fs.s3a.api.RequestFactory;
import org.apache.hadoop.fs.s3a.impl.PutObjectOptions;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * Copies objects within one S3 store, by the store itself: no byte comes through this machine. An object is there whole
 * or not at all, and one that was replaced meanwhile is refused. Thread-safe.
 */
final class ServerSideCopy {

    /** What a store copies in one request, as S3 has it; and the parts of what is larger. */
    record Limits(long atOnce, long part) {
        static final Limits OF_S3 = new Limits(5L << 30, 512L << 20);
    }

    private final Storage storage;
    private final Limits limits;

    ServerSideCopy(Storage storage, Limits limits) {
        this.storage = storage;
        this.limits = limits;
    }

    /** True where both paths are in one store that the same keys open. */
    boolean canCopy(Path from, Path to) throws IOException {
        if (!isInBucket(from) || !isInBucket(to)) {
            return false;
        }
        FileSystem source = storage.fileSystem(from);
        FileSystem target = storage.fileSystem(to);
        return source instanceof S3AFileSystem && target instanceof S3AFileSystem
                && (source.getUri().equals(target.getUri()) || isOneStore(source.getConf(), target.getConf()));
    }

    /** By the name alone: on a lake without buckets nothing of the SDK is loaded. */
    private static boolean isInBucket(Path path) {
        return "s3a".equals(path.toUri().getScheme());
    }

    /** A file system's settings are those of its bucket. */
    private static boolean isOneStore(Configuration source, Configuration target) {
        return List.of("fs.s3a.endpoint", "fs.s3a.endpoint.region", "fs.s3a.access.key", "fs.s3a.aws.credentials.provider")
                .stream().allMatch(key -> Objects.equals(source.get(key), target.get(key)));
    }

    /**
     * @return the bytes copied
     * @throws FileNotFoundException when there is no such object
     */
    long copy(Path from, Path to) throws IOException {
        S3AFileSystem source = (S3AFileSystem) storage.fileSystem(from);
        S3AFileSystem target = (S3AFileSystem) storage.fileSystem(to);
        try {
            String bucket = source.getUri().getHost();
            HeadObjectResponse object = source.getS3AInternals().getAmazonS3Client("snapshot")
                    .headObject(head -> head.bucket(bucket).key(key(from)));
            Copy copy = new Copy(bucket, key(from), object, key(to),
                    target.getS3AInternals().getStore().getRequestFactory(),
                    target.getS3AInternals().getAmazonS3Client("snapshot"));
            if (object.contentLength() <= limits.atOnce()) {
                copy.whole();
            } else {
                copy.inParts(target.getUri().getHost(), limits.part());
            }
            return object.contentLength();
        } catch (NoSuchKeyException e) {
            throw new FileNotFoundException(from.toString());
        } catch (SdkException e) {
            throw S3AUtils.translateException("copy to " + to, from, e);
        }
    }

    private static String key(Path path) {
        return path.toUri().getPath().substring(1);
    }

    private record Copy(
            String bucket, String key, HeadObjectResponse object, String to, RequestFactory requests, S3Client store) {

        void whole() {
            // Hadoop's own request: it says how the target is encrypted and stored.
            store.copyObject(requests.newCopyObjectRequestBuilder(key, to, object)
                    .sourceBucket(bucket).copySourceIfMatch(object.eTag()).build());
        }

        void inParts(String target, long size) throws IOException {
            String upload = store.createMultipartUpload(
                    requests.newMultipartUploadRequestBuilder(to, PutObjectOptions.defaultOptions()).build()).uploadId();
            try {
                List<Integer> numbers = new ArrayList<>();
                for (long at = 0; at < object.contentLength(); at += size) {
                    numbers.add(numbers.size() + 1);
                }
                List<CompletedPart> parts = ManyFiles.map(numbers, number -> part(target, upload, number, size));
                store.completeMultipartUpload(complete -> complete.bucket(target).key(to).uploadId(upload)
                        .multipartUpload(all -> all.parts(parts)));
            } catch (IOException | RuntimeException e) {
                store.abortMultipartUpload(abort -> abort.bucket(target).key(to).uploadId(upload));
                throw e;
            }
        }

        private CompletedPart part(String target, String upload, int number, long size) {
            long first = (number - 1) * size;
            long last = Math.min(first + size, object.contentLength()) - 1;
            String tag = store.uploadPartCopy(copy -> copy.sourceBucket(bucket).sourceKey(key)
                    .copySourceIfMatch(object.eTag()).copySourceRange("bytes=" + first + "-" + last)
                    .destinationBucket(target).destinationKey(to).uploadId(upload).partNumber(number))
                    .copyPartResult().eTag();
            return CompletedPart.builder().partNumber(number).eTag(tag).build();
        }
    }
}

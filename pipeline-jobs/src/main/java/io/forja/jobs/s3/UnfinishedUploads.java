package io.forja.jobs.s3;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.s3a.S3AFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.MultipartUpload;

/**
 * Parts of large objects that a killed process sent and never put together: no list shows them, and the store charges
 * for them.
 */
public final class UnfinishedUploads {

    private static final Logger LOG = LoggerFactory.getLogger(UnfinishedUploads.class);

    private UnfinishedUploads() {}

    /**
     * Gives up the uploads into a folder that would have become files of a certain prefix. Elsewhere than in a bucket
     * there are none. A store that does not let them be listed keeps them, with a warning.
     *
     * @param prefix what the names of the caller's files begin with, and of no others; empty where all are the caller's
     */
    public static void abort(Path folder, String prefix, Configuration hadoop) {
        if (!"s3a".equals(folder.toUri().getScheme())) {
            return;
        }
        try {
            S3AFileSystem fs = (S3AFileSystem) folder.getFileSystem(hadoop);
            S3Client client = fs.getS3AInternals().getAmazonS3Client("unfinished uploads");
            RemoteIterator<MultipartUpload> uploads = fs.listUploads(folder.toUri().getPath().substring(1) + "/");
            while (uploads.hasNext()) {
                MultipartUpload upload = uploads.next();
                if (upload.key().substring(upload.key().lastIndexOf('/') + 1).startsWith(prefix)) {
                    client.abortMultipartUpload(abort -> abort.bucket(fs.getBucket()).key(upload.key())
                            .uploadId(upload.uploadId()));
                }
            }
        } catch (IOException | SdkException e) {
            LOG.warn("unfinished uploads into {} are left ({}); a rule of the bucket that aborts them after some days"
                    + " removes them", folder, e.getMessage());
        }
    }
}

package io.forja.jobs.s3;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.s3a.S3AFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Parts of large objects that a killed process sent and never put together: no list of files shows them, and the store
 * charges for them.
 */
public final class UnfinishedUploads {

    private static final Logger LOG = LoggerFactory.getLogger(UnfinishedUploads.class);

    private UnfinishedUploads() {}

    /**
     * Those that would have become files in a folder or below it. Elsewhere than in a bucket there are none.
     *
     * @throws IOException when the store does not let them be listed
     */
    public static List<UnfinishedUpload> below(Path folder, Configuration hadoop) throws IOException {
        List<UnfinishedUpload> below = new ArrayList<>();
        if (!"s3a".equals(folder.toUri().getScheme())) {
            return below;
        }
        S3AFileSystem fs = (S3AFileSystem) folder.getFileSystem(hadoop);
        String key = S3Address.parse(folder.toString()).key();
        // With the slash, so that a/b is not taken for a part of a/bc.
        RemoteIterator<MultipartUpload> uploads = fs.listUploads(key.isEmpty() ? key : key + "/");
        while (uploads.hasNext()) {
            MultipartUpload upload = uploads.next();
            below.add(new UnfinishedUpload(new S3Address(fs.getBucket(), upload.key()), upload.uploadId(),
                    upload.initiated()));
        }
        return below;
    }

    /**
     * Gives one up, so that the store forgets its parts. One that has ended meanwhile stays ended.
     *
     * @throws IOException when the store refuses
     */
    public static void abort(UnfinishedUpload upload, Configuration hadoop) throws IOException {
        S3Address file = upload.file();
        S3AFileSystem fs = (S3AFileSystem) new Path(file.toString()).getFileSystem(hadoop);
        try {
            fs.getS3AInternals().getAmazonS3Client("unfinished uploads").abortMultipartUpload(abort ->
                    abort.bucket(file.bucket()).key(file.key()).uploadId(upload.id()));
        } catch (S3Exception e) {
            if (e.statusCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                throw new IOException("the upload of " + file + " cannot be given up: " + e.getMessage(), e);
            }
        } catch (SdkException e) {
            throw new IOException("the upload of " + file + " cannot be given up: " + e.getMessage(), e);
        }
    }

    /**
     * Gives up the uploads into a folder that would have become files of a certain prefix, however young. A store that
     * does not let them be listed keeps them, with a warning.
     *
     * @param prefix what the names of the caller's files begin with, and of no others; empty where all are the caller's
     */
    public static void abort(Path folder, String prefix, Configuration hadoop) {
        try {
            for (UnfinishedUpload upload : below(folder, hadoop)) {
                if (upload.file().name().startsWith(prefix)) {
                    abort(upload, hadoop);
                }
            }
        } catch (IOException e) {
            LOG.warn("unfinished uploads into {} are left ({}); the next maintain of the lake, or a rule of the bucket,"
                    + " removes them after some days", folder, e.getMessage());
        }
    }
}

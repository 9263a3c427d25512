package io.forja.jobs.s3;

import io.forja.core.job.Job;
import io.forja.core.job.JobContext;
import io.forja.core.job.JobPreview;
import io.forja.core.job.JobResult;
import io.forja.core.problem.ForjaException;
import java.io.InterruptedIOException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** What a store has against a job, told for a person: file systems wrap it in pages of their own. */
public final class StoreFailures {

    private static final Pattern BUCKET = Pattern.compile("s3a://([^/\\s'`:]+)");

    /** Answers that say something of one object, which whoever asked knows better. */
    private static final List<Integer> OF_ONE_OBJECT = List.of(HttpURLConnection.HTTP_CONFLICT,
            HttpURLConnection.HTTP_PRECON_FAILED, 416);

    private StoreFailures() {}

    /**
     * The same job, whose failures at a store say which setting to change.
     *
     * @param hadoop how stores are reached; asked for at such a failure
     */
    public static Job told(Job job, Supplier<Configuration> hadoop) {
        return new Job() {
            @Override
            public JobResult run(JobContext context) throws Exception {
                return told(() -> job.run(context), hadoop);
            }

            @Override
            public Optional<JobPreview> preview(JobContext context) throws Exception {
                return told(() -> job.preview(context), hadoop);
            }
        };
    }

    private static <T> T told(Callable<T> work, Supplier<Configuration> hadoop) throws Exception {
        try {
            return work.call();
        } catch (Exception e) {
            throw of(e, hadoop).<Exception>map(told -> told).orElse(e);
        }
    }

    private static Optional<ForjaException> of(Exception failure, Supplier<Configuration> hadoop) {
        if (causes(failure).anyMatch(cause -> cause instanceof InterruptedException
                || cause instanceof InterruptedIOException && !(cause instanceof SocketTimeoutException))) {
            return Optional.empty();
        }
        return causes(failure).filter(SdkException.class::isInstance).map(SdkException.class::cast).findFirst()
                .filter(StoreFailures::isOfTheStore).map(cause -> {
                    String bucket = bucket(failure);
                    ForjaException told = S3Failure.of(cause, S3Conf.access(hadoop.get(), bucket), bucket);
                    return new ForjaException(told.what(), told.remedy(), told.retryable(), failure);
                });
    }

    private static boolean isOfTheStore(SdkException cause) {
        if (cause instanceof S3Exception answer) {
            boolean ofTheBucket = answer.awsErrorDetails() != null
                    && "NoSuchBucket".equals(answer.awsErrorDetails().errorCode());
            return !OF_ONE_OBJECT.contains(answer.statusCode()) && (answer.statusCode() != HttpURLConnection.HTTP_NOT_FOUND || ofTheBucket);
        }
        return !(cause instanceof AbortedException);
    }

    /** As the file system's own messages have it. */
    private static String bucket(Throwable failure) {
        return causes(failure).map(cause -> BUCKET.matcher(String.valueOf(cause.getMessage()))).filter(Matcher::find)
                .map(found -> found.group(1)).findFirst().orElse("");
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause).limit(50);
    }
}

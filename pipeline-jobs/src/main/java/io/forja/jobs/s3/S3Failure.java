package io.forja.jobs.s3;

import io.forja.core.lake.S3Access;
import io.forja.core.problem.ForjaException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** What the SDK's failures mean, each with the setting to change. */
final class S3Failure {

    private static final String SETTINGS = "storage.s3.";

    private final SdkException failure;
    private final S3Access access;
    private final String bucket;

    private S3Failure(SdkException failure, S3Access access, String bucket) {
        this.failure = failure;
        this.access = access;
        this.bucket = bucket;
    }

    static ForjaException of(SdkException failure, S3Access access, String bucket) {
        S3Failure told = new S3Failure(failure, access, bucket);
        return failure instanceof S3Exception answer ? told.answered(answer) : told.unanswered();
    }

    /** What may be over by the next attempt. */
    private static ForjaException told(String what, String remedy) {
        return new ForjaException(what, remedy);
    }

    private static ForjaException refused(String what, String remedy) {
        return ForjaException.permanent(what, remedy);
    }

    private ForjaException answered(S3Exception answer) {
        String code = answer.awsErrorDetails() == null ? "" : text(answer.awsErrorDetails().errorCode());
        String said = answer.awsErrorDetails() == null ? "" : text(answer.awsErrorDetails().errorMessage());
        return switch (code) {
            case "InvalidAccessKeyId" -> refused(access.store() + " does not know the access key",
                    "check " + SETTINGS + "accessKey");
            case "SignatureDoesNotMatch" -> refused(access.store() + " does not accept the signature: the secret key is wrong",
                    "check " + SETTINGS + "secretKey");
            case "InvalidToken", "ExpiredToken", "TokenRefreshRequired" -> refused("the session token is not valid (any"
                    + " more)", "get new keys, and check " + SETTINGS + "sessionToken");
            case "RequestTimeTooSkewed", "RequestExpired" -> told("this machine's clock and that of " + access.store()
                    + " are too far apart for signatures", "set the clock of the one that is wrong, best by NTP");
            case "NoSuchBucket" -> refused("there is no bucket " + bucket + " at " + access.store(), "make it, or write another name"
                    + " in the address" + (isInHost() ? "; or set " + SETTINGS + "pathStyle: true" : ""));
            case "AuthorizationHeaderMalformed", "PermanentRedirect", "IllegalLocationConstraintException",
                    "AuthorizationQueryParametersError" -> wrongRegion(answer);
            case "AccessDenied", "AllAccessDisabled" -> refused("the keys may not do this in the bucket " + bucket,
                    "allow s3:ListBucket, GetObject, PutObject and DeleteObject for them, or check " + SETTINGS
                            + "accessKey");
            case "" -> answer.statusCode() == 301 || answer.statusCode() == 307 ? wrongRegion(answer) : noS3(answer);
            default -> told(access.store() + " refuses: " + code + (said.isEmpty() ? "" : " (" + said + ")"),
                    "see what this code means at the store");
        };
    }

    private ForjaException noS3(S3Exception answer) {
        return refused("what answers at " + access.store() + " (status " + answer.statusCode() + ") does not speak S3",
                "check " + SETTINGS + "endpoint: the port of the S3 interface, not of a web console");
    }

    private ForjaException wrongRegion(S3Exception answer) {
        String expected = Optional.ofNullable(answer.awsErrorDetails())
                .map(details -> details.sdkHttpResponse())
                .flatMap(response -> response.firstMatchingHeader("x-amz-bucket-region"))
                .or(() -> Optional.ofNullable(answer.awsErrorDetails()).map(details -> text(details.errorMessage()))
                        .filter(said -> said.contains("expecting '"))
                        .map(said -> said.replaceFirst(".*expecting '([^']*)'.*", "$1")))
                .orElse("");
        return refused("the bucket " + bucket + " is in another region than " + access.regionName().orElse("the default one"),
                "set " + SETTINGS + "region" + (expected.isEmpty() ? "" : ": " + expected));
    }

    private ForjaException unanswered() {
        String message = text(failure.getMessage());
        if (message.contains("Unable to load region")) {
            return told("there is no region to sign for", "set " + SETTINGS + "region");
        }
        if (message.contains("Unable to load credentials")) {
            return told("there are no keys: neither settings nor environment, profile or machine have any",
                    "set " + SETTINGS + "accessKey and secretKey");
        }
        Throwable network = causes().filter(cause -> cause instanceof SSLException || cause instanceof UnknownHostException
                || cause instanceof SocketException || cause instanceof SocketTimeoutException
                || cause.getClass().getSimpleName().contains("Timeout")).reduce((first, last) -> last).orElse(null);
        return network == null ? unspoken(message) : unreached(network);
    }

    private ForjaException unspoken(String message) {
        boolean noXml = message.contains("unmarshall") || message.contains("parse") || causes().anyMatch(cause ->
                cause.getClass().getName().contains("XMLStream") || cause.getClass().getName().contains("ProtocolException")
                || cause.getClass().getName().contains("NoHttpResponse"));
        return told(noXml ? "what answers at " + access.store() + " does not speak S3" : access.store() + " cannot be asked: " + message,
                "check " + SETTINGS + "endpoint");
    }

    private ForjaException unreached(Throwable network) {
        if (network instanceof UnknownHostException) {
            return isInHost() ? told("there is no host for the bucket " + bucket + " (" + network.getMessage() + ")", "set "
                            + SETTINGS + "pathStyle: true, which keeps the bucket out of the host's name, or check "
                            + SETTINGS + "endpoint")
                    : told("there is no host of the name in " + access.store(), "check " + SETTINGS + "endpoint");
        }
        if (network instanceof SSLException) {
            return tls(text(network.getMessage()));
        }
        if (network instanceof ConnectException || network instanceof NoRouteToHostException
                || network instanceof SocketTimeoutException || network.getClass().getSimpleName().contains("Timeout")) {
            return told(access.store() + " cannot be reached (" + network.getMessage() + ")", "check that the store is up, "
                    + SETTINGS + "endpoint, and the firewall between");
        }
        return told("the connection to " + access.store() + " broke (" + network.getMessage() + ")", "check " + SETTINGS
                + "endpoint: http or https, and the port");
    }

    private ForjaException tls(String message) {
        if (message.contains("Unsupported or unrecognized")) {
            return told(access.store() + " does not speak TLS", "write http:// in " + SETTINGS + "endpoint");
        }
        if (message.contains("PKIX") || message.contains("certification path")) {
            return told("the certificate of " + access.store() + " is signed by nobody that Java trusts", "name the PEM file of"
                    + " its authority in " + SETTINGS + "caFile");
        }
        if (message.contains("doesn't match") || message.contains("No subject alternative")
                || message.contains("No name matching")) {
            return told("the certificate of " + access.store() + " is for another name", "write the name that the certificate is"
                    + " for in " + SETTINGS + "endpoint" + (isInHost() ? ", or set " + SETTINGS + "pathStyle: true" : ""));
        }
        return told("TLS with " + access.store() + " failed (" + message + ")", "check the store's certificate and " + SETTINGS
                + "caFile");
    }

    /** With an endpoint of one's own there is seldom a DNS that knows the bucket as a host. */
    private boolean isInHost() {
        return access.endpoint() != null && !access.isPathStyle();
    }

    private Stream<Throwable> causes() {
        return Stream.iterate((Throwable) failure, cause -> cause != null, Throwable::getCause);
    }

    private static String text(@Nullable String message) {
        return message == null ? "" : message;
    }
}

package io.forja.jobs.s3;

import io.forja.core.lake.S3Access;
import io.forja.core.lake.S3Settings;
import io.forja.core.problem.ForjaException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Whose certificates are believed: those that Java believes, and those of the {@code caFile}s. Immutable. */
public final class Trust {

    /** Certificates are no secret, but the format wants one. */
    private static final String PASSWORD = "certificates";

    private final List<Path> files;

    private Trust(List<Path> files) {
        this.files = files;
    }

    public static Trust of(S3Settings settings) {
        return of(settings.written().toList());
    }

    static Trust of(S3Access access) {
        return of(List.of(access));
    }

    private static Trust of(List<S3Access> written) {
        return new Trust(written.stream().map(S3Access::caFile).filter(Objects::nonNull).distinct().map(Path::of).toList());
    }

    /** True where Java's own are enough. */
    public boolean isJavasOwn() {
        return files.isEmpty();
    }

    /**
     * All of them in one store.
     *
     * @throws ForjaException when a file cannot be read or holds no certificate
     */
    public KeyStore keyStore() {
        try {
            KeyStore all = KeyStore.getInstance("PKCS12");
            all.load(null, null);
            int number = 0;
            for (X509Certificate certificate : ofJava()) {
                all.setCertificateEntry("java-" + number++, certificate);
            }
            for (Path file : files) {
                for (Certificate certificate : certificates(file)) {
                    all.setCertificateEntry("own-" + number++, certificate);
                }
            }
            return all;
        } catch (GeneralSecurityException | IOException e) {
            throw new ForjaException("the certificates cannot be put together (" + e.getMessage() + ")",
                    "check caFile in storage.s3", false, e);
        }
    }

    /**
     * Has this whole process trust them: libraries that ask Java alone do so from now on. Connections that are open
     * already are not concerned.
     *
     * @param file where the certificates are kept for that; written anew
     */
    public void useInJava(Path file) {
        if (isJavasOwn()) {
            return;
        }
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Path whole = Files.createTempFile(file.toAbsolutePath().getParent(), "trust", ".p12");
            try (OutputStream out = Files.newOutputStream(whole)) {
                keyStore().store(out, PASSWORD.toCharArray());
            }
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | GeneralSecurityException e) {
            throw new ForjaException("the certificates cannot be kept in " + file + " (" + e.getMessage() + ")",
                    "make its folder writable for the user that runs Forja", true, e);
        }
        System.setProperty("javax.net.ssl.trustStore", file.toAbsolutePath().toString());
        System.setProperty("javax.net.ssl.trustStoreType", "PKCS12");
        System.setProperty("javax.net.ssl.trustStorePassword", PASSWORD);
    }

    TrustManager[] managers() {
        try {
            return managers(keyStore());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java can trust a key store", e);
        }
    }

    private static TrustManager[] managers(@Nullable KeyStore store)
            throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static List<X509Certificate> ofJava() throws GeneralSecurityException {
        for (TrustManager manager : managers(null)) {
            if (manager instanceof X509TrustManager known) {
                return List.of(known.getAcceptedIssuers());
            }
        }
        return List.of();
    }

    private static Collection<? extends Certificate> certificates(Path file) {
        try (InputStream pem = Files.newInputStream(file)) {
            Collection<? extends Certificate> found = CertificateFactory.getInstance("X.509").generateCertificates(pem);
            if (found.isEmpty()) {
                throw ForjaException.permanent("there is no certificate in " + file, "put the PEM text of the authority"
                        + " that signed the store's certificate there: -----BEGIN CERTIFICATE----- ...");
            }
            return found;
        } catch (IOException | GeneralSecurityException e) {
            throw ForjaException.permanent("the certificates in " + file + " cannot be read (" + e.getMessage() + ")",
                    "check caFile in storage.s3: a PEM file that the user who runs Forja can read");
        }
    }
}

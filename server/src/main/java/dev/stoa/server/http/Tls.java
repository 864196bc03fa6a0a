package dev.stoa.server.http;

import dev.stoa.base.InvalidException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The certificate and the key of the server, read from PEM files and read again when they change. Thread-safe. */
public final class Tls {
    private static final Logger LOG = LoggerFactory.getLogger(Tls.class);
    private static final String NO_PASSWORD = "";

    private final Path certificate;
    private final Path key;
    private final SslContextFactory.Server context = new SslContextFactory.Server();
    private long seen;

    /**
     * What the files hold now.
     *
     * @throws InvalidException if one cannot be read or does not hold what it should
     */
    public Tls(Path certificate, Path key) {
        this.certificate = certificate;
        this.key = key;
        this.seen = stamp();
        context.setKeyStore(read());
        context.setKeyStorePassword(NO_PASSWORD);
        context.setIncludeProtocols("TLSv1.2", "TLSv1.3");
        context.setSniRequired(false);
    }

    SslContextFactory.Server context() {
        return context;
    }

    /** Takes the files as they are now if they changed; open connections keep what they have. */
    synchronized void refresh() {
        long now = stamp();
        if (now == seen) {
            return;
        }
        seen = now;
        try {
            KeyStore read = read();
            context.reload(factory -> factory.setKeyStore(read));
            LOG.info("the certificate was read again");
        } catch (Exception e) {
            LOG.warn("the certificate changed and cannot be used; the old one stays: {}", e.getMessage());
        }
    }

    private long stamp() {
        return certificate.toFile().lastModified() * 31 + key.toFile().lastModified();
    }

    private KeyStore read() {
        try {
            Collection<? extends Certificate> chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(certificate)));
            if (chain.isEmpty()) {
                throw unusable(certificate, "holds no certificate");
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", privateKey(), NO_PASSWORD.toCharArray(), chain.toArray(Certificate[]::new));
            return store;
        } catch (IOException e) {
            throw unusable(certificate, "or its key cannot be read");
        } catch (GeneralSecurityException e) {
            throw unusable(certificate, "and its key do not fit, or are not PEM");
        }
    }

    private PrivateKey privateKey() throws IOException, GeneralSecurityException {
        String pem = Files.readString(key, StandardCharsets.US_ASCII);
        String begin = "-----BEGIN PRIVATE KEY-----";
        String end = "-----END PRIVATE KEY-----";
        int from = pem.indexOf(begin);
        int to = pem.indexOf(end);
        if (from < 0 || to < from) {
            throw unusable(key, "holds no private key in PKCS#8, which begins with " + begin);
        }
        byte[] bytes = Base64.getMimeDecoder().decode(pem.substring(from + begin.length(), to));
        for (String algorithm : List.of("RSA", "EC", "Ed25519")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
            } catch (InvalidKeySpecException e) {
                // The next kind of key.
            }
        }
        throw unusable(key, "holds a key that is neither RSA, EC nor Ed25519");
    }

    private static InvalidException unusable(Path file, String what) {
        return new InvalidException(
                "invalid_config", "server.tls: " + file.getFileName() + " " + what, "give files in PEM");
    }
}

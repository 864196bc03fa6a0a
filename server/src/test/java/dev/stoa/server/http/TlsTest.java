package dev.stoa.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.server.RunningServer;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
    /** Makes a key pair with the JDK's own tool, as anyone would for a trial. */
    private static void certificate(Path folder, String name) throws Exception {
        Path store = Files.createTempDirectory(folder, "made").resolve("store.p12");
        Process made = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "x",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-storepass",
                        "secret",
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .start();
        made.getInputStream().readAllBytes();
        assertThat(made.waitFor()).isZero();
        KeyStore read = KeyStore.getInstance(store.toFile(), "secret".toCharArray());
        Base64.Encoder pem = Base64.getMimeEncoder(64, new byte[] {'\n'});
        Files.writeString(
                folder.resolve("key.pem"),
                "-----BEGIN PRIVATE KEY-----\n"
                        + pem.encodeToString(
                                read.getKey("x", "secret".toCharArray()).getEncoded())
                        + "\n-----END PRIVATE KEY-----\n");
        Files.writeString(
                folder.resolve("certificate.pem"),
                "-----BEGIN CERTIFICATE-----\n"
                        + pem.encodeToString(read.getCertificate("x").getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
    }

    private static final Map<String, String> SETTINGS =
            Map.of("STOA_SERVER_TLS_CERTIFICATE", "certificate.pem", "STOA_SERVER_TLS_KEY", "key.pem");

    /** The name in the certificate that the server shows. */
    private static String shown(int port) throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Trusting()}, new SecureRandom());
        try (SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                    .getSubjectX500Principal()
                    .getName();
        }
    }

    /** The head of the answer to a request for the first page. */
    private static String head(int port) throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Trusting()}, new SecureRandom());
        try (SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write("GET /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
            return answer.substring(0, answer.indexOf("\r\n\r\n"));
        }
    }

    @Test
    void aBrowserIsToldToStayWithEncryption(@TempDir Path folder) throws Exception {
        certificate(folder, "x");
        try (RunningServer server = RunningServer.at(folder.toString(), folder, SETTINGS)) {
            assertThat(head(server.port())).contains("\r\nStrict-Transport-Security: max-age=31536000");
        }
    }

    private static final class Trusting implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    @Test
    void aCertificateThatChangedIsUsedWithoutARestart(@TempDir Path folder) throws Exception {
        certificate(folder, "first");
        try (RunningServer server = RunningServer.at(folder.toString(), folder, SETTINGS)) {
            assertThat(server.url()).startsWith("https://");
            assertThat(shown(server.port())).isEqualTo("CN=first");
            certificate(folder, "second");
            Files.setLastModifiedTime(folder.resolve("key.pem"), FileTime.fromMillis(1));
            String now = shown(server.port());
            // The files are looked at once a second; each try takes a handshake.
            for (int i = 0; i < 100_000 && !now.equals("CN=second"); i++) {
                now = shown(server.port());
            }
            assertThat(now).isEqualTo("CN=second");
        }
    }

    @Test
    void aKeyThatIsNoneIsNamed(@TempDir Path folder) throws Exception {
        certificate(folder, "x");
        Files.writeString(folder.resolve("key.pem"), "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n");
        assertThatThrownBy(() -> RunningServer.at(folder.toString(), folder, SETTINGS))
                .hasMessageContaining("key.pem holds no private key in PKCS#8");
        assertThatThrownBy(() -> RunningServer.at(folder.toString(), folder, Map.of("STOA_SERVER_TLS_KEY", "key.pem")))
                .hasMessageContaining("used together");
    }
}

package dev.stoa.cli.operate;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Main;
import dev.stoa.cli.Terminal;
import dev.stoa.storage.crash.Child;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Real server processes, and connections to them. Stateless. */
final class Serving {
    private Serving() {}

    /** Starts a server on any free port, unless the options name one. */
    static Child serve(Terminal terminal, String... options) {
        List<String> through = new ArrayList<>(Child.heedingSignals());
        terminal.environment().forEach((name, value) -> through.add(name + "=" + value));
        List<String> args = new ArrayList<>(List.of("serve"));
        args.addAll(List.of(options));
        if (!args.contains("--port")) {
            args.addAll(List.of("--port", "0"));
        }
        return Child.start(through, Main.class, args.toArray());
    }

    static int port(String url) {
        return URI.create(url).getPort();
    }

    /** One connection to a server, over which requests go one after the other. */
    static final class Connection implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader in;

        Connection(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(60_000);
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
        }

        void send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(US_ASCII));
            socket.getOutputStream().flush();
        }

        void get(String path) throws IOException {
            send("GET /api/v1/" + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }

        void post(String path, String body) throws IOException {
            send("POST /api/v1/" + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length()
                    + "\r\n\r\n" + body);
        }

        /** Reads up to a line that holds a text. */
        void expect(String text) throws IOException {
            String line = in.readLine();
            while (line != null && !line.contains(text)) {
                line = in.readLine();
            }
            assertThat(line).contains(text);
        }

        /** Begins a request, and waits until the server reads its body. */
        void begin(String path, String body, int sent) throws IOException {
            send("POST /api/v1/" + path + " HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: "
                    + body.length() + "\r\n\r\n");
            assertThat(in.readLine()).isEqualTo("HTTP/1.1 100 Continue");
            assertThat(in.readLine()).isEmpty();
            send(body.substring(0, sent));
        }

        /** The status and the body of the next answer; null if the connection is over. */
        @Nullable
        String answer() throws IOException {
            String first = in.readLine();
            if (first == null) {
                return null;
            }
            int length = 0;
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                if (line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:")) {
                    length = Integer.parseInt(line.substring(15).strip());
                }
            }
            char[] body = new char[length];
            int read = 0;
            while (read < length) {
                int more = in.read(body, read, length - read);
                if (more < 0) {
                    return null;
                }
                read += more;
            }
            return first.substring(9, 12) + " " + new String(body);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    static @Nullable String draining(Connection client, Connection other) throws IOException {
        String answer = ended(client);
        // A request that the signal overtook is answered, and its connection is closed.
        return answer == null ? ended(other) : answer;
    }

    private static @Nullable String ended(Connection client) throws IOException {
        try {
            String answer;
            do {
                client.get("health/ready");
                answer = client.answer();
            } while (answer != null && answer.startsWith("200"));
            return answer;
        } catch (SocketException e) {
            return null;
        }
    }

    static void awaitRefusal(int port) throws IOException {
        boolean refused = false;
        while (!refused) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
            } catch (ConnectException e) {
                refused = true;
            } catch (SocketException e) {
                // Reset, because the server stopped listening while it was connected: the next is refused.
                refused = false;
            }
        }
    }
}

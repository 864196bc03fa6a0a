package dev.stoa.server.config;

import dev.stoa.config.ConfigModule;
import dev.stoa.config.Setting;
import dev.stoa.config.SettingType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of the server. Constants; immutable. */
public final class ServerSettings {
    /** When a token is needed. */
    public enum Access {
        /** On another address than loopback, and once a token was created. */
        AUTO,
        /** Always. */
        TOKEN
    }

    /** Where the access log goes. */
    public enum AccessLog {
        OFF,
        FILE,
        STDERR
    }

    /** {@code server.host}. */
    public static final Setting<String> HOST =
            Setting.of("server.host", SettingType.text(255), "127.0.0.1", "the address that the server listens on");

    /** {@code server.port}. */
    public static final Setting<Integer> PORT = Setting.of(
            "server.port",
            SettingType.integer(0, 65_535),
            7_070,
            "the port that the server listens on; 0 for a free one");

    /** {@code server.public_url}. */
    public static final Setting<Optional<String>> PUBLIC_URL = Setting.of(
            "server.public_url",
            SettingType.optional(new WebAddressType()),
            Optional.empty(),
            "where clients see the server; used in links");

    /** {@code server.allowed_hosts}. */
    public static final Setting<List<String>> ALLOWED_HOSTS = Setting.of(
            "server.allowed_hosts", SettingType.texts(), List.of(), "further names under which the server is called");

    /** {@code server.allowed_origins}. */
    public static final Setting<List<String>> ALLOWED_ORIGINS = Setting.of(
            "server.allowed_origins",
            SettingType.texts(),
            List.of(),
            "origins whose pages may call the server, such as https://example.org");

    /** {@code server.trusted_proxies}. */
    public static final Setting<List<String>> TRUSTED_PROXIES = Setting.of(
            "server.trusted_proxies",
            SettingType.texts(),
            List.of(),
            "addresses or networks of proxies whose X-Forwarded headers count, such as 10.0.0.0/8");

    /** {@code server.tls.certificate}. */
    public static final Setting<Optional<String>> TLS_CERTIFICATE = Setting.of(
            "server.tls.certificate",
            SettingType.optional(SettingType.text(4_096)),
            Optional.empty(),
            "a file with the certificate chain in PEM; read again when it changes");

    /** {@code server.tls.key}. */
    public static final Setting<Optional<String>> TLS_KEY = Setting.of(
            "server.tls.key",
            SettingType.optional(SettingType.text(4_096)),
            Optional.empty(),
            "a file with the private key of the certificate in PEM");

    /** {@code server.access}. */
    public static final Setting<Access> ACCESS = Setting.of(
            "server.access",
            SettingType.choice(Access.class),
            Access.AUTO,
            "when a token is needed: auto, on loopback only once one was created; token, always");

    /** {@code server.jobs}. */
    public static final Setting<Boolean> JOBS =
            Setting.of("server.jobs", SettingType.flag(), true, "whether the server does the work in the background");

    /** {@code server.debates}. */
    public static final Setting<Integer> DEBATES =
            Setting.of("server.debates", SettingType.integer(1, 1_000), 32, "how many debates run at once");

    /** {@code server.asks}. */
    public static final Setting<Integer> ASKS =
            Setting.of("server.asks", SettingType.integer(1, 1_000), 32, "how many questions are answered at once");

    /** {@code server.evolutions}. */
    public static final Setting<Integer> EVOLUTIONS =
            Setting.of("server.evolutions", SettingType.integer(1, 1_000), 4, "how many evolution runs go on at once");

    /** {@code server.drain_seconds}. */
    public static final Setting<Duration> DRAIN_SECONDS = Setting.of(
            "server.drain_seconds",
            SettingType.seconds(0, 600),
            Duration.ofSeconds(20),
            "how long requests and executions may go on when the server stops");

    /** {@code server.max_body_bytes}. */
    public static final Setting<Integer> MAX_BODY_BYTES = Setting.of(
            "server.max_body_bytes", SettingType.integer(1 << 10, 64 << 20), 8 << 20, "the most bytes of a body");

    /** {@code server.max_bulk_bytes}. */
    public static final Setting<Integer> MAX_BULK_BYTES = Setting.of(
            "server.max_bulk_bytes",
            SettingType.integer(1 << 10, Integer.MAX_VALUE),
            1 << 30,
            "the most bytes of a body that is read line by line, or of a backup that is verified");

    /** {@code server.max_connections}. */
    public static final Setting<Integer> MAX_CONNECTIONS = Setting.of(
            "server.max_connections", SettingType.integer(1, 1_000_000), 4_096, "how many connections are held");

    /** {@code server.max_requests}. */
    public static final Setting<Integer> MAX_REQUESTS = Setting.of(
            "server.max_requests", SettingType.integer(1, 100_000), 512, "how many requests are worked on at once");

    /** {@code server.max_streams}. */
    public static final Setting<Integer> MAX_STREAMS =
            Setting.of("server.max_streams", SettingType.integer(1, 100_000), 2_048, "how many streams are open");

    /** {@code server.max_streams_per_token}. */
    public static final Setting<Integer> MAX_STREAMS_PER_TOKEN = Setting.of(
            "server.max_streams_per_token",
            SettingType.integer(1, 100_000),
            256,
            "how many streams one token has open");

    /** {@code server.request_seconds}. */
    public static final Setting<Duration> REQUEST_SECONDS = Setting.of(
            "server.request_seconds",
            SettingType.seconds(1, 3_600),
            Duration.ofSeconds(30),
            "how long a request may take; questions, waits and verifications have longer");

    /** {@code server.header_seconds}. */
    public static final Setting<Duration> HEADER_SECONDS = Setting.of(
            "server.header_seconds",
            SettingType.seconds(1, 600),
            Duration.ofSeconds(10),
            "how long a client may take to send the head of a request");

    /** {@code server.body_stall_seconds}. */
    public static final Setting<Duration> BODY_STALL_SECONDS = Setting.of(
            "server.body_stall_seconds",
            SettingType.seconds(1, 600),
            Duration.ofSeconds(20),
            "how long a body may not go on");

    /** {@code server.idle_seconds}. */
    public static final Setting<Duration> IDLE_SECONDS = Setting.of(
            "server.idle_seconds",
            SettingType.seconds(1, 3_600),
            Duration.ofSeconds(60),
            "how long a connection may be silent");

    /** {@code server.search_seconds}. */
    public static final Setting<Duration> SEARCH_SECONDS = Setting.of(
            "server.search_seconds",
            SettingType.seconds(1, 60),
            Duration.ofSeconds(1),
            "how long the search of the console waits for each wing");

    /** {@code server.access_log}. */
    public static final Setting<AccessLog> ACCESS_LOG = Setting.of(
            "server.access_log",
            SettingType.choice(AccessLog.class),
            AccessLog.OFF,
            "where each request is logged: off, file or stderr");

    /** {@code server.otlp.endpoint}. */
    public static final Setting<Optional<String>> OTLP_ENDPOINT = Setting.of(
            "server.otlp.endpoint",
            SettingType.optional(SettingType.text(2_048)),
            Optional.empty(),
            "where traces are sent, such as http://127.0.0.1:4318");

    /** {@code server.otlp.content}. */
    public static final Setting<Boolean> OTLP_CONTENT =
            Setting.of("server.otlp.content", SettingType.flag(), false, "whether traces hold prompts and answers");

    /** {@code server.mcp.profile}. */
    public static final Setting<String> MCP_PROFILE =
            Setting.of("server.mcp.profile", SettingType.text(32), "default", "the tools that /mcp offers");

    /** {@code server.openai.alias_embeddings}. */
    public static final Setting<Boolean> ALIAS_EMBEDDINGS = Setting.of(
            "server.openai.alias_embeddings",
            SettingType.flag(),
            false,
            "whether text-embedding names stand for the model of this server");

    /** {@code server.console_key_file}. */
    public static final Setting<Optional<String>> CONSOLE_KEY_FILE = Setting.of(
            "server.console_key_file",
            SettingType.optional(SettingType.text(4_096)),
            Optional.empty(),
            "the key of console sessions, to share it between servers; made when it is missing");

    private ServerSettings() {}

    /** The settings, for loading a configuration. */
    public static ConfigModule module() {
        return ConfigModule.of(
                HOST,
                PORT,
                PUBLIC_URL,
                ALLOWED_HOSTS,
                ALLOWED_ORIGINS,
                TRUSTED_PROXIES,
                TLS_CERTIFICATE,
                TLS_KEY,
                ACCESS,
                JOBS,
                DEBATES,
                ASKS,
                EVOLUTIONS,
                DRAIN_SECONDS,
                MAX_BODY_BYTES,
                MAX_BULK_BYTES,
                MAX_CONNECTIONS,
                MAX_REQUESTS,
                MAX_STREAMS,
                MAX_STREAMS_PER_TOKEN,
                REQUEST_SECONDS,
                HEADER_SECONDS,
                BODY_STALL_SECONDS,
                IDLE_SECONDS,
                SEARCH_SECONDS,
                ACCESS_LOG,
                OTLP_ENDPOINT,
                OTLP_CONTENT,
                MCP_PROFILE,
                ALIAS_EMBEDDINGS,
                CONSOLE_KEY_FILE);
    }
}

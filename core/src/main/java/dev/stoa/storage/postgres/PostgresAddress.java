package dev.stoa.storage.postgres;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * The address of a database with its credentials taken out, so that no driver, pool or message can show them.
 * Immutable.
 *
 * <p>It may name several hosts, of which one is the primary at a time and the others are its standbys. Then only the
 * primary is connected to, and a host that accepts connections and says nothing keeps nobody from asking the next.
 */
public final class PostgresAddress {
    private static final Pattern SECRET = Pattern.compile(".*(?:pass|pwd|secret|token).*", Pattern.CASE_INSENSITIVE);

    private final String url;
    private final Map<String, String> login;
    private final int hosts;

    private PostgresAddress(String url, Map<String, String> login) {
        this.url = url;
        this.login = login;
        this.hosts = hosts(url);
    }

    private static int hosts(String url) {
        int slashes = url.indexOf("//");
        if (slashes < 0) {
            return 1;
        }
        int end = url.indexOf('/', slashes + 2);
        return (int) url.substring(slashes + 2, end < 0 ? url.length() : end)
                        .chars()
                        .filter(c -> c == ',')
                        .count()
                + 1;
    }

    /** The address in a JDBC URL, which may name {@code user:password@} and parameters such as {@code password}. */
    public static PostgresAddress of(String given) {
        Map<String, String> login = new LinkedHashMap<>();
        int question = given.indexOf('?');
        String place = question < 0 ? given : given.substring(0, question);
        int slashes = place.indexOf("//");
        int at = place.lastIndexOf('@');
        if (slashes >= 0 && at > slashes) {
            String info = place.substring(slashes + 2, at);
            int colon = info.indexOf(':');
            login.put("user", decoded(colon < 0 ? info : info.substring(0, colon)));
            if (colon >= 0) {
                login.put("password", decoded(info.substring(colon + 1)));
            }
            place = place.substring(0, slashes + 2) + place.substring(at + 1);
        }
        List<String> shown = new ArrayList<>();
        for (String parameter :
                question < 0 ? new String[0] : given.substring(question + 1).split("&", -1)) {
            int equals = parameter.indexOf('=');
            if (equals > 0 && SECRET.matcher(parameter.substring(0, equals)).matches()) {
                login.put(parameter.substring(0, equals), decoded(parameter.substring(equals + 1)));
            } else if (!parameter.isEmpty()) {
                shown.add(parameter);
            }
        }
        return new PostgresAddress(shown.isEmpty() ? place : place + "?" + String.join("&", shown), login);
    }

    /** In the part before the question mark of a URL a plus is a plus; the driver reads parameters so too. */
    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // Not encoded at all: a percent sign of the password itself.
            return text;
        }
    }

    /** The address without credentials. */
    String url() {
        return url;
    }

    /** The address without credentials and parameters. */
    public String place() {
        int question = url.indexOf('?');
        return question < 0 ? url : url.substring(0, question);
    }

    /** Whether it names several hosts. */
    boolean isOfSeveral() {
        return hosts > 1;
    }

    /** How long one host may be silent while it is connected to: with several hosts they share the time. */
    Duration silence(Duration connectTimeout) {
        return Duration.ofSeconds(Math.max(1, connectTimeout.toSeconds() / hosts));
    }

    /** These properties and how long connecting may take. */
    public Properties within(Duration connectTimeout, Properties properties) {
        long seconds = silence(connectTimeout).toSeconds();
        Properties all = new Properties();
        properties.forEach(all::put);
        all.setProperty("connectTimeout", Long.toString(seconds));
        // Until it is connected: afterwards a statement may take its time.
        all.setProperty("socketTimeout", Long.toString(seconds));
        // More than the hosts take one after the other, so that the last of them is asked too.
        all.setProperty("loginTimeout", Long.toString(hosts == 1 ? seconds : (hosts + 1) * seconds));
        return all;
    }

    /** These properties and the credentials. */
    Properties with(Properties properties) {
        Properties all = new Properties();
        if (hosts > 1) {
            // What the address itself says counts for more.
            all.setProperty("targetServerType", "primary");
        }
        properties.forEach(all::put);
        login.forEach(all::setProperty);
        return all;
    }

    /** A connection, whose statements may take as long as they need unless the address limits them. */
    public Connection connect(Properties properties) throws SQLException {
        Connection connection = DriverManager.getConnection(url, with(properties));
        if (!url.contains("socketTimeout=")) {
            connection.setNetworkTimeout(Runnable::run, 0);
        }
        return connection;
    }

    @Override
    public String toString() {
        return url;
    }
}

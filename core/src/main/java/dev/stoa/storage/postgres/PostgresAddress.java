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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.util.HostSpec;

/**
 * The address of a database with its credentials taken out, so that no driver, pool or message can show them.
 * Immutable.
 *
 * <p>It may name several hosts, of which one is the primary at a time and the others are its standbys. Then only the
 * primary is connected to, and a host that accepts connections and says nothing does not hide the next.
 */
public final class PostgresAddress {
    private static final Pattern SECRET = Pattern.compile(".*(?:pass|pwd|secret|token).*", Pattern.CASE_INSENSITIVE);

    private static final Pattern HOSTS = Pattern.compile("[^/?]*//([^/?]*)");

    private final String url;
    private final Map<String, String> login;
    private final List<String> hosts;

    private PostgresAddress(String url, Map<String, String> login) {
        this.url = url;
        this.login = login;
        Matcher matcher = HOSTS.matcher(url);
        this.hosts = matcher.lookingAt() ? List.of(matcher.group(1).split(",", -1)) : List.of("");
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
        return hosts.size() > 1;
    }

    /** The address of the other hosts alone. */
    PostgresAddress without(HostSpec host) {
        List<String> others = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            if (!isAt(i, host)) {
                others.add(hosts.get(i));
            }
        }
        Matcher matcher = HOSTS.matcher(url);
        return others.size() == hosts.size() || others.isEmpty() || !matcher.lookingAt()
                ? this
                : new PostgresAddress(
                        url.substring(0, matcher.start(1)) + String.join(",", others) + url.substring(matcher.end(1)),
                        login);
    }

    /** Whether one of the hosts is the one that the driver has connected to. */
    private boolean isAt(int index, HostSpec host) {
        Properties read = Driver.parseURL(url, null);
        if (read == null) {
            return false;
        }
        String[] names = read.getProperty(PGProperty.PG_HOST.getName(), "").split(",", -1);
        String[] ports = read.getProperty(PGProperty.PG_PORT.getName(), "").split(",", -1);
        return index < Math.min(names.length, ports.length)
                && names[index].equals(host.getHost())
                && ports[index].equals(Integer.toString(host.getPort()));
    }

    /** How long one host may be silent while it is connected to: with several hosts they share the time. */
    Duration silence(Duration connectTimeout) {
        return Duration.ofSeconds(Math.max(1, connectTimeout.toSeconds() / hosts.size()));
    }

    /** These properties and how long connecting may take. */
    public Properties within(Duration connectTimeout, Properties properties) {
        long seconds = silence(connectTimeout).toSeconds();
        Properties all = new Properties();
        properties.forEach(all::put);
        all.setProperty("connectTimeout", Long.toString(seconds));
        // Until it is connected: afterwards a statement may take its time.
        all.setProperty("socketTimeout", Long.toString(seconds));
        all.setProperty("loginTimeout", Long.toString(seconds));
        if (isOfSeveral()) {
            // A silent host is waited for twice, by the question for encryption and by the login after it.
            long login = (seconds + 1) / 2;
            all.setProperty("socketTimeout", Long.toString(login));
            all.setProperty("sslResponseTimeout", Long.toString(Math.max(500, (seconds - login) * 1000)));
            // More than the hosts take one after the other, so that the last of them is asked too.
            all.setProperty("loginTimeout", Long.toString((hosts.size() + 1) * seconds));
        }
        return all;
    }

    /** These properties and the credentials. */
    Properties with(Properties properties) {
        Properties all = new Properties();
        if (isOfSeveral()) {
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

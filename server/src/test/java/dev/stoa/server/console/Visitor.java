package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Somebody who looks at pages and sends their forms, with cookies as a browser keeps them. Used by one test. */
public final class Visitor {
    private static final Pattern HIDDEN = Pattern.compile("type=\"hidden\" name=\"([a-z]+)\" value=\"([^\"]*)\"");

    private final RunningServer server;
    private final Map<String, String> cookies = new LinkedHashMap<>();

    public Visitor(RunningServer server) {
        this.server = server;
    }

    /** The same person in another tab. */
    Visitor(RunningServer server, Visitor same) {
        this.server = server;
        this.cookies.putAll(same.cookies);
    }

    String cookies() {
        return cookies.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining("; "));
    }

    private Reply send(String method, String path, @Nullable String body, String... headers) {
        List<String> all = new ArrayList<>(List.of("Accept", "text/html"));
        if (!cookies.isEmpty()) {
            all.addAll(List.of("Cookie", cookies()));
        }
        all.addAll(List.of(headers));
        Reply reply = server.sendRaw(method, path, body, all.toArray(String[]::new));
        for (String set : reply.raw().headers().allValues("Set-Cookie")) {
            String[] pair = set.split(";", -1)[0].split("=", 2);
            if (set.contains("Max-Age=0")) {
                cookies.remove(pair[0]);
            } else {
                cookies.put(pair[0], pair[1]);
            }
        }
        return reply;
    }

    /** A page, which may be followed by the one that it leads to. */
    public Reply get(String path, String... headers) {
        return send("GET", path, null, headers);
    }

    /** The hidden fields of the form of a page, and what is typed. */
    static Map<String, String> form(Reply page, String... typed) {
        Map<String, String> form = new LinkedHashMap<>();
        String body = page.raw().body();
        Matcher found =
                HIDDEN.matcher(body.contains("data-confirm") ? body.substring(body.indexOf("data-confirm")) : body);
        while (found.find()) {
            form.putIfAbsent(
                    found.group(1), found.group(2).replace("&#34;", "\"").replace("&amp;", "&"));
        }
        for (int i = 0; i < typed.length; i += 2) {
            form.put(typed[i], typed[i + 1]);
        }
        return form;
    }

    /** Sends a form as a browser does from a page of the server. */
    public Reply post(String path, Map<String, String> form) {
        return post(path, form, "Origin", server.url());
    }

    Reply post(String path, Map<String, String> form, String... headers) {
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        List<String> all = new ArrayList<>(List.of("Content-Type", "application/x-www-form-urlencoded"));
        all.addAll(List.of(headers));
        return send("POST", path, body, all.toArray(String[]::new));
    }

    /** Sends a form with files, each as its name and its content, as a browser does from a page of the server. */
    Reply upload(String path, Map<String, String> form, Map<String, String> files) {
        StringBuilder body = new StringBuilder();
        form.forEach((name, value) -> body.append("--xyz\r\nContent-Disposition: form-data; name=\"")
                .append(name)
                .append("\"\r\n\r\n")
                .append(value)
                .append("\r\n"));
        files.forEach(
                (name, content) -> body.append("--xyz\r\nContent-Disposition: form-data; name=\"upload\"; filename=\"")
                        .append(name)
                        .append("\"\r\nContent-Type: text/plain\r\n\r\n")
                        .append(content)
                        .append("\r\n"));
        return send(
                "POST",
                path,
                body.append("--xyz--\r\n").toString(),
                "Content-Type",
                "multipart/form-data; boundary=xyz",
                "Origin",
                server.url());
    }

    /** Opens the page of an act and sends its form. */
    Reply act(String path, String... typed) {
        Reply page = get(path);
        assertThat(page.status()).as(page.raw().body()).isEqualTo(200);
        return post(path, form(page, typed));
    }

    void hold(String cookie, String value) {
        cookies.put(cookie, value);
    }

    String held(String cookie) {
        return Objects.requireNonNull(cookies.get(cookie));
    }
}

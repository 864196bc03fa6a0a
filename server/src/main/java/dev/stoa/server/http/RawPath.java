package dev.stoa.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpURI;
import org.jspecify.annotations.Nullable;

/**
 * Paths and queries of requests as they were sent, split first and decoded afterwards, so that an encoded slash belongs
 * to a name and leads to nothing else. Stateless.
 */
final class RawPath {
    private RawPath() {}

    /** The decoded segments of a path that begins with a slash. */
    static List<String> segments(String raw) {
        List<String> segments = new ArrayList<>();
        for (String part : raw.substring(1).split("/", -1)) {
            String segment = decoded(part, false);
            if (segment.equals(".") || segment.equals("..") || segment.indexOf('\0') >= 0) {
                throw bad("the path has a segment that leads elsewhere");
            }
            segments.add(segment);
        }
        return segments;
    }

    /** The values of a query by name, in the order in which they were sent. */
    static Map<String, List<String>> query(@Nullable String raw) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        if (raw == null || raw.isEmpty()) {
            return values;
        }
        for (String part : raw.split("&", -1)) {
            int equals = part.indexOf('=');
            String name = decoded(equals < 0 ? part : part.substring(0, equals), true);
            String value = equals < 0 ? "" : decoded(part.substring(equals + 1), true);
            if (name.isEmpty()) {
                continue;
            }
            if (value.indexOf('\0') >= 0) {
                throw bad("the query has the character U+0000");
            }
            values.computeIfAbsent(name, each -> new ArrayList<>()).add(value);
        }
        return values;
    }

    private static String decoded(String text, boolean plusIsBlank) {
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0 && isAscii(text)) {
            return text;
        }
        ByteBuffer bytes = ByteBuffer.allocate(4 * text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                boolean whole = i + 2 < text.length()
                        && HexFormat.isHexDigit(text.charAt(i + 1))
                        && HexFormat.isHexDigit(text.charAt(i + 2));
                int high = whole ? HexFormat.fromHexDigit(text.charAt(i + 1)) : -1;
                int low = whole ? HexFormat.fromHexDigit(text.charAt(i + 2)) : -1;
                if (high < 0 || low < 0) {
                    throw bad("the address has a percent sign that is not followed by two hexadecimal digits");
                }
                bytes.put((byte) (high * 16 + low));
                i += 2;
            } else if (c == '+' && plusIsBlank) {
                bytes.put((byte) ' ');
            } else if (c < 0x80) {
                bytes.put((byte) c);
            } else {
                bytes.put(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException e) {
            throw bad("the address is not UTF-8");
        }
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static Refusal bad(String detail) {
        return Refusal.of(400, "bad_path", detail, "encode names in the address as UTF-8 with percent signs");
    }

    /** The path and query of an address, with another cursor. */
    static String next(HttpURI address, String cursor) {
        String query = address.getQuery();
        StringBuilder next = new StringBuilder(address.getPath()).append('?');
        if (query != null) {
            for (String part : query.split("&", -1)) {
                if (!part.startsWith("cursor=") && !part.isEmpty()) {
                    next.append(part).append('&');
                }
            }
        }
        return next.append("cursor=").append(cursor).toString();
    }
}

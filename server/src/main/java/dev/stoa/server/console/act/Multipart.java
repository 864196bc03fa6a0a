package dev.stoa.server.console.act;

import dev.stoa.server.http.Refusal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A form with files, as browsers send it. Immutable. */
public record Multipart(Map<String, String> fields, List<Upload> files) {
    private static final String TYPE = "multipart/form-data";
    private static final Pattern BOUNDARY = Pattern.compile(";\\s*boundary=(?:\"([^\"]{1,70})\"|([^\\s;\"]{1,70}))");
    private static final Pattern NAME = Pattern.compile(";\\s*name=\"([^\"]*)\"");
    private static final Pattern FILE = Pattern.compile(";\\s*filename=\"([^\"]*)\"");
    private static final byte[] LINE = {'\r', '\n'};
    private static final byte[] BLANK = {'\r', '\n', '\r', '\n'};
    private static final int MOST_PARTS = 200;
    private static final int LONGEST_HEAD = 4_096;

    public Multipart {
        fields = Map.copyOf(fields);
        files = List.copyOf(files);
    }

    /**
     * A file.
     *
     * @param name its name as the browser says it, without folders
     * @param size how many bytes it has
     * @param text what it holds; null if that is no text in UTF-8
     */
    public record Upload(String name, int size, @Nullable String text) {}

    /** Whether a body of this type is a form with files. */
    public static boolean is(@Nullable String type) {
        return type != null
                && type.split(";", -1)[0].strip().toLowerCase(Locale.ROOT).equals(TYPE);
    }

    /** Reads a body; one that is not whole is refused. */
    public static Multipart read(String type, byte[] body) {
        String boundary = boundary(type);
        byte[] mark = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        Map<String, String> fields = new LinkedHashMap<>();
        List<Upload> files = new ArrayList<>();
        // The first mark has no line before it.
        byte[] first = Arrays.copyOfRange(mark, LINE.length, mark.length);
        int at = after(body, first, 0);
        for (int parts = 0; !isEnd(body, at); parts++) {
            int head = after(body, LINE, at);
            int content = after(body, BLANK, head - LINE.length);
            if (head != at + LINE.length || content - head > LONGEST_HEAD || parts == MOST_PARTS) {
                throw broken();
            }
            int next = after(body, mark, content - LINE.length);
            byte[] bytes = Arrays.copyOfRange(body, content, Math.max(content, next - mark.length));
            part(new String(body, head, content - head, StandardCharsets.UTF_8), bytes, fields, files);
            at = next;
        }
        return new Multipart(fields, files);
    }

    /** What stands between the parts of a body of this type. */
    static String boundary(String type) {
        Matcher found = BOUNDARY.matcher(type);
        if (!found.find()) {
            throw broken();
        }
        return found.group(1) == null ? found.group(2) : found.group(1);
    }

    private static void part(String head, byte[] bytes, Map<String, String> fields, List<Upload> files) {
        Matcher name = NAME.matcher(head);
        if (!name.find()) {
            throw broken();
        }
        Matcher file = FILE.matcher(head);
        String text = text(bytes);
        if (!file.find()) {
            if (text == null || fields.put(name.group(1), text) != null) {
                throw broken();
            }
        } else if (!file.group(1).isEmpty()) {
            String path = file.group(1).replace("%22", "\"").replace('\\', '/');
            files.add(new Upload(path.substring(path.lastIndexOf('/') + 1), bytes.length, text));
        }
    }

    private static boolean isEnd(byte[] body, int at) {
        return at + 1 < body.length && body[at] == '-' && body[at + 1] == '-';
    }

    /** The place behind the next occurrence of a mark. */
    private static int after(byte[] body, byte[] mark, int from) {
        for (int at = from; at <= body.length - mark.length; at++) {
            if (Arrays.equals(body, at, at + mark.length, mark, 0, mark.length)) {
                return at + mark.length;
            }
        }
        throw broken();
    }

    private static @Nullable String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** The refusal of a body that is not whole. */
    static Refusal broken() {
        return Refusal.of(422, "invalid", "the form is not whole", "send the form of the page again");
    }
}

package dev.stoa.config;

import dev.stoa.config.Gathering.Place;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/**
 * One {@code stoa.toml}. For one thread and one loading. A file that does not parse contributes only its errors: after
 * a broken header the keys below it would be taken for those of another section.
 */
final class ConfigFile {
    private static final int MOST_BYTES = 1 << 20;

    private final Path file;
    private final Gathering gathering;

    private ConfigFile(Path file, Gathering gathering) {
        this.file = file;
        this.gathering = gathering;
    }

    static void read(Path file, Gathering gathering) {
        new ConfigFile(file, gathering).read();
    }

    private void read() {
        Optional<String> text = text();
        if (text.isEmpty()) {
            return;
        }
        TomlParseResult root = Toml.parse(text.get());
        for (TomlParseError error : root.errors()) {
            gathering.problems().add(place(error.position()).exact(), String.valueOf(error.getMessage()));
        }
        if (!root.hasErrors()) {
            walk(root, List.of());
        }
    }

    private Optional<String> text() {
        if (Files.notExists(file)) {
            return Optional.empty();
        }
        try {
            if (Files.size(file) > MOST_BYTES) {
                gathering.problems().add(file.toString(), "has more than " + MOST_BYTES + " bytes");
                return Optional.empty();
            }
            // A decoder of its own, since the one of String puts a mark where the bytes make no sense.
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
                    .toString());
        } catch (CharacterCodingException e) {
            gathering.problems().add(file.toString(), "is not UTF-8");
        } catch (IOException e) {
            gathering.problems().add(file.toString(), "cannot be read: " + e.getMessage());
        }
        return Optional.empty();
    }

    private void walk(TomlTable table, List<String> path) {
        for (Map.Entry<String, Object> entry : table.entrySet()) {
            List<String> child = Gathering.child(path, entry.getKey());
            Place place = place(table.inputPositionOf(List.of(entry.getKey())));
            if (!(entry.getValue() instanceof TomlTable inner)) {
                gathering.take(child, plain(entry.getValue()), false, place);
                continue;
            }
            switch (gathering.catalog().find(child, "section")) {
                case Catalog.Found.Section section -> walk(inner, child);
                case Catalog.Found.Table found -> {
                    gathering.open(found, place);
                    walk(inner, child);
                }
                case Catalog.Found.Unknown unknown -> gathering.wrong(place, child, unknown.message());
                case Catalog.Found.Plain found -> gathering.take(child, plain(inner), false, place);
                case Catalog.Found.InTable found -> gathering.take(child, plain(inner), false, place);
            }
        }
    }

    private Place place(@Nullable TomlPosition position) {
        if (position == null) {
            return new Place(file.toString(), file.toString());
        }
        String line = file + ":" + position.line();
        return new Place(line + ":" + position.column(), line);
    }

    private static Object plain(Object value) {
        return switch (value) {
            case TomlArray array -> {
                List<Object> list = new ArrayList<>();
                array.toList().forEach(element -> list.add(plain(element)));
                yield list;
            }
            case TomlTable table -> {
                Map<String, Object> map = new LinkedHashMap<>();
                table.entrySet().forEach(entry -> map.put(entry.getKey(), plain(entry.getValue())));
                yield map;
            }
            default -> value;
        };
    }
}

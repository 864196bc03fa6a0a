package dev.stoa.server.mcp;

import dev.stoa.base.Principal;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A prompt that a person may choose in a client. Immutable. */
record Prompt(String name, String title, String description, List<Argument> arguments, Author author) {
    /** A value that the prompt is made with. */
    record Argument(String name, String description, boolean required) {}

    /** Writes the messages of a prompt, and completes its arguments. */
    interface Author {
        List<Map<String, @Nullable Object>> write(Principal by, Map<String, String> values);

        /** The values of an argument that begin with a text. */
        default List<String> complete(Principal by, String argument, String prefix) {
            return List.of();
        }
    }

    Prompt {
        arguments = List.copyOf(arguments);
    }

    Map<String, @Nullable Object> definition() {
        return Json.object(
                "name",
                name,
                "title",
                title,
                "description",
                description,
                "arguments",
                arguments.stream()
                        .map(each -> Json.object(
                                "name", each.name(), "description", each.description(), "required", each.required()))
                        .toList());
    }

    /** A message of the person. */
    static Map<String, @Nullable Object> said(String text) {
        return Json.object("role", "user", "content", Json.object("type", "text", "text", text));
    }
}

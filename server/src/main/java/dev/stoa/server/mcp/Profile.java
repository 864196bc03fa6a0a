package dev.stoa.server.mcp;

import java.util.List;
import java.util.Optional;

/**
 * A set of tools, resources and prompts under a name. Immutable.
 *
 * @param about what a model should know of the whole
 */
record Profile(String name, String about, List<Tool> tools, ResourceTable resources, List<Prompt> prompts) {
    Profile {
        tools = List.copyOf(tools);
        prompts = List.copyOf(prompts);
    }

    Optional<Tool> tool(String wanted) {
        return tools.stream().filter(tool -> tool.name().equals(wanted)).findFirst();
    }

    Optional<Prompt> prompt(String wanted) {
        return prompts.stream().filter(prompt -> prompt.name().equals(wanted)).findFirst();
    }
}

package dev.stoa.cli.operate;

import dev.stoa.Stoa;
import dev.stoa.base.UnavailableException;
import dev.stoa.cli.console.Invocation;
import dev.stoa.server.config.ServerSettings;
import dev.stoa.server.mcp.McpStdio;
import java.io.IOException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The verb {@code mcp}: tools for the program that started it. Used by one thread. */
@Command(
        name = "mcp",
        description = "Serve the Model Context Protocol on standard input and output, until the input ends.")
public final class McpCommand implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "Set of tools: default, society, counsel, read or memory (default: server.mcp.profile)")
    private @Nullable String profile;

    @Override
    public void run() {
        main.showWarnings();
        PrintWriter out = main.environment().out();
        try (Stoa stoa = main.openToSearch();
                McpStdio server = McpStdio.over(
                        stoa,
                        profile == null ? stoa.config().get(ServerSettings.MCP_PROFILE) : profile,
                        main.principal(),
                        main.environment().variables(),
                        line -> {
                            synchronized (out) {
                                out.write(line + "\n");
                                out.flush();
                            }
                        })) {
            server.serve(main.environment().in());
        } catch (IOException e) {
            throw new UnavailableException(
                    "unavailable", "the input cannot be read (" + e.getMessage() + ")", "start the command again");
        }
    }
}

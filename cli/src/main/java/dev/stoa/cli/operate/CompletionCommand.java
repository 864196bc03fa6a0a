package dev.stoa.cli.operate;

import dev.stoa.base.InvalidException;
import dev.stoa.cli.console.Invocation;
import dev.stoa.json.Json;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** The verb {@code completion}: a script that lets a shell complete commands and options. Used by one thread. */
@Command(name = "completion", description = "Print a completion script: source <(stoa completion bash)")
public final class CompletionCommand implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", defaultValue = "bash", description = "bash or zsh; bash if not given.")
    @SuppressWarnings("NullAway.Init") // has a default
    private String shell;

    @Override
    public void run() {
        if (!shell.equals("bash") && !shell.equals("zsh")) {
            throw new InvalidException("invalid", "there is no completion for " + shell, "use bash or zsh");
        }
        // The script makes itself at home in zsh by loading that shell's support for bash completion.
        String script = AutoComplete.bash("stoa", spec.root().commandLine());
        main.print(Json.object("shell", shell, "script", script), List.of(script));
    }
}

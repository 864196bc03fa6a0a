package dev.stoa.engine.counsel;

import dev.stoa.counsel.CounselArchive;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.CallFailure;
import dev.stoa.engine.provider.Providers;
import dev.stoa.engine.provider.Reply;
import dev.stoa.engine.provider.ScriptedHall;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.EmptyArchives;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A place where questions are asked for a test. */
final class AskHall extends ScriptedHall {
    private final Map<String, Line> lines = new ConcurrentHashMap<>();
    private @Nullable AnsweringEngine engine;

    private AskHall(Dialect dialect, Path folder, String url, boolean owner) {
        super(dialect, folder, url, owner, CounselArchive.SCHEMA);
    }

    static AskHall on(Dialect dialect, Path folder) {
        return new AskHall(dialect, folder, EmptyArchives.all(dialect, folder), true);
    }

    /** The same place, as another process sees it. */
    static AskHall at(Dialect dialect, Path folder, String url) {
        return new AskHall(dialect, folder, url, false);
    }

    AskHall setting(String variable, String value) {
        environment().put(variable, value);
        return this;
    }

    AskHall toml(String text) throws IOException {
        Files.writeString(folder().resolve("stoa.toml"), text);
        return this;
    }

    /** Lets an agent say the same whenever it is asked. */
    AskHall says(String agent, String text) {
        return says(agent, call -> text);
    }

    AskHall says(String agent, Line line) {
        lines.put(agent, line);
        return this;
    }

    /** A reply in the form that is asked for. */
    static String reply(String text, String answer, int confidence) {
        return text + "\n\nANSWER: " + answer + "\nCONFIDENCE: " + confidence;
    }

    /** The descriptions of agents of the script. */
    static List<String> agents(String... names) {
        List<String> agents = new ArrayList<>();
        for (String name : names) {
            agents.add(name + "=script:" + name);
        }
        return agents;
    }

    Call last(String agent) {
        return calls().stream()
                .filter(call -> call.agent().equals(agent))
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    @Override
    protected Reply said(Call call) throws CallFailure, InterruptedException {
        Line line = lines.get(call.agent());
        if (line == null) {
            throw CallFailure.refused("the script has no line for " + call.agent());
        }
        return Reply.of(line.of(call));
    }

    AnsweringEngine engine() {
        if (engine == null) {
            Providers providers = providers();
            engine = AnsweringEngine.over(
                    stoa(),
                    providers,
                    DebateEngine.over(stoa(), providers, clock(), CodeRunner.create(false, List.of()), "ask"),
                    clock());
        }
        return engine;
    }

    AskAnswer ask(AskRequest request) throws InterruptedException {
        return engine().ask(ME, request, AskListener.NONE);
    }

    @Override
    public void restart() {
        super.restart();
        engine = null;
    }
}

package dev.stoa.scale;

import static dev.stoa.storage.crash.Voice.say;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.counsel.conversation.ConversationDraft;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.external.ExternalSession;
import dev.stoa.debate.external.ExternalTurn;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.teaching.TeachingSettings;
import dev.stoa.learning.consensus.ConsensusDraft;
import dev.stoa.learning.critique.CritiqueDraft;
import dev.stoa.learning.evidence.DebateLink;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.memory.Outcome;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.work.WorkDraft;
import dev.stoa.storage.crash.Voice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * The process that does what is done most often, each once when it is told to: without assertions, as users run it. Its
 * arguments: the database, and a folder.
 */
final class HotUnits {
    /** A connection that rested is not looked at before it is used, which would be another message. */
    static final String ALWAYS_ALIVE = "com.zaxxer.hikari.aliveBypassWindowMs";

    private static final int WARM = 12;
    private static final Principal ANA = Principal.as("ana");

    private HotUnits() {}

    public static void main(String[] args) throws Exception {
        System.setProperty(ALWAYS_ALIVE, "600000");
        Path folder = Path.of(args[1]);
        StoaConfig config = StoaConfig.load(
                ConfigSources.of(folder, Map.of("STOA_SEARCH_EMBEDDER", "off"), Location.postgres(args[0], folder)));
        try (Stoa stoa = Stoa.open(config)) {
            for (Map.Entry<String, IntConsumer> unit : units(stoa).entrySet()) {
                for (int i = 0; i < WARM; i++) {
                    unit.getValue().accept(i);
                }
                say("ready " + unit.getKey());
                Voice.awaitWord();
                unit.getValue().accept(WARM);
                say("done " + unit.getKey());
                Voice.awaitWord();
            }
        }
        say("end");
    }

    private static Map<String, IntConsumer> units(Stoa stoa) {
        stoa.society().agents().register(Principal.local(), AgentDraft.of("ana", "none:"));
        stoa.society().channels().create(ANA, ChannelDraft.of("hall"));
        String memory = stoa.learning()
                .memories()
                .add(MemoryDraft.of("what is used"))
                .value()
                .id();
        for (int i = 0; i <= WARM; i++) {
            stoa.society().tasks().add(ANA, WorkDraft.of("work " + i));
        }
        ExternalSession session = debate(stoa, "test");
        String talk = stoa.counsel()
                .conversations()
                .create(Principal.local(), ConversationDraft.untitled())
                .conversationId();
        Map<String, IntConsumer> units = new LinkedHashMap<>();
        units.put("send", i -> stoa.society().messages().send(ANA, "hall", MessageDraft.of("message " + i)));
        units.put("add", i -> stoa.learning().memories().add(MemoryDraft.of("a memory of number " + i)));
        units.put("outcome", i -> stoa.learning().memories().outcome(memory, Outcome.succeeded()));
        units.put(
                "rating",
                i -> stoa.learning()
                        .ratings()
                        .record(MatchDraft.of("d" + i, Map.of("a", 1.0, "b", 0.0))
                                .domain("law")));
        units.put("claim", i -> stoa.society().tasks().claimNext(ANA, Duration.ofMinutes(10)));
        units.put("note", i -> stoa.society().notes().add(ANA, NoteDraft.of("a note of number " + i)));
        units.put("fact", i -> stoa.society().knowledge().add(ANA, FactDraft.of("law", "a fact of number " + i)));
        units.put("task", i -> stoa.society().tasks().add(ANA, WorkDraft.of("more work " + i)));
        units.put(
                "turn",
                i -> session.turn(ExternalTurn.of(2, Phase.CRITIQUE, i % 2 == 0 ? "ana" : "bo")
                        .at(0, 1 + i / 2)
                        .content("A remark, number " + i)
                        .parsed(ReplyKind.CRITIQUE, Map.of("critiques", List.of()))
                        .seeing(List.of(1, 2))));
        units.put(
                "evidence",
                i -> stoa.learning()
                        .evidence()
                        .add(EvidenceDraft.of("The bridge of number " + i + " was built in 1932.", "web")
                                .link(DebateLink.to("d" + i))));
        units.put(
                "consensus",
                i -> stoa.learning()
                        .consensus()
                        .record(ConsensusDraft.of("c" + i, "Which store? " + i, "The first", 0.8, List.of("ana", "bo"))
                                .agreeing(List.of("ana", "bo"))
                                .build()));
        units.put(
                "critique",
                i -> stoa.learning().critiques().add(CritiqueDraft.of("d" + i, "ana", 0.5, "It is slow, says " + i)));
        units.put(
                "said",
                i -> stoa.counsel()
                        .messages()
                        .append(
                                Principal.local(),
                                dev.stoa.counsel.conversation.MessageDraft.of(
                                        talk, MessageRole.USER, "question " + i)));
        return units;
    }

    /** A debate of two, open for turns of its second round. */
    static ExternalSession debate(Stoa stoa, String by) {
        String id = stoa.debate()
                .sessions()
                .create(
                        DebateRequest.on("Which store? asks " + by)
                                .preset(Preset.EXTERNAL)
                                .rounds(2)
                                .seed(1)
                                .agents(List.of(Seat.of("ana", "test", "m"), Seat.of("bo", "test", "n"))),
                        by)
                .id();
        ExternalSession session = stoa.debate()
                .sessions()
                .start(id, by, TeachingSettings.defaults(), config -> Context.blank(config.size()));
        for (String agent : List.of("ana", "bo")) {
            session.turn(ExternalTurn.of(1, Phase.PROPOSAL, agent)
                    .content("I say so.")
                    .answer("Redis", 0.8));
        }
        return session;
    }
}

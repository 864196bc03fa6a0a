package dev.stoa.server.mcp;

import dev.stoa.base.Principal;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.learning.evidence.EvidenceQuery;
import dev.stoa.search.text.PromptData;
import dev.stoa.server.backend.Backend;
import dev.stoa.society.agent.Agents;
import dev.stoa.society.base.Agent;
import dev.stoa.society.channel.Channel;
import dev.stoa.society.channel.Channels;
import dev.stoa.society.message.Messages;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prompts that a person may choose; text that was found enters them as quoted data with its trust. Thread-safe. */
final class StoaPrompts {
    private static final int FOUND = 10;
    private static final int MESSAGES = 20;

    private final Backend backend;

    StoaPrompts(Backend backend) {
        this.backend = backend;
    }

    List<Prompt> all() {
        return List.of(
                new Prompt(
                        "debate_question",
                        "Debate a question",
                        "Let a panel debate a question, knowing what earlier debates concluded.",
                        List.of(
                                new Prompt.Argument("question", "The question.", true),
                                new Prompt.Argument("preset", "How the debate goes.", false)),
                        new Prompt.Author() {
                            @Override
                            public List<Map<String, @Nullable Object>> write(Principal by, Map<String, String> values) {
                                return debateQuestion(by, values);
                            }

                            @Override
                            public List<String> complete(Principal by, String argument, String prefix) {
                                return argument.equals("preset")
                                        ? StoaResources.begun(Arrays.asList(Preset.values()), Preset::text, prefix)
                                        : List.of();
                            }
                        }),
                new Prompt(
                        "weigh_evidence",
                        "Weigh evidence",
                        "Weigh the stored evidence for and against a claim.",
                        List.of(new Prompt.Argument("claim", "The claim.", true)),
                        this::weighEvidence),
                new Prompt(
                        "review_dissent",
                        "Review dissent",
                        "Review what was said against the outcomes of debates on a topic.",
                        List.of(new Prompt.Argument("topic", "The topic.", true)),
                        this::reviewDissent),
                new Prompt(
                        "hand_over",
                        "Hand over",
                        "Sum up a channel and hand the work over to another agent.",
                        List.of(
                                new Prompt.Argument("channel", "Name of the channel.", true),
                                new Prompt.Argument("to", "The agent that takes over.", true)),
                        new Prompt.Author() {
                            @Override
                            public List<Map<String, @Nullable Object>> write(Principal by, Map<String, String> values) {
                                return handOver(by, values);
                            }

                            @Override
                            public List<String> complete(Principal by, String argument, String prefix) {
                                return switch (argument) {
                                    case "channel" ->
                                        StoaResources.begun(
                                                backend.stoa()
                                                        .society()
                                                        .channels()
                                                        .list(by, Channels.Shown.ACTIVE),
                                                Channel::name,
                                                prefix);
                                    case "to" ->
                                        StoaResources.begun(
                                                backend.stoa()
                                                        .society()
                                                        .agents()
                                                        .list(by, Agents.Shown.LIVE),
                                                Agent::identity,
                                                prefix);
                                    default -> List.of();
                                };
                            }
                        }));
    }

    private List<Map<String, @Nullable Object>> debateQuestion(Principal by, Map<String, String> values) {
        String question = values.getOrDefault("question", "");
        String preset = values.get("preset");
        return List.of(Prompt.said("Start a debate with the tool start_debate"
                + (preset == null ? "" : " and the preset " + Preset.of(preset).text())
                + ", follow it with debate_status, and report its outcome, its dissents and how sure it is.\n\n"
                + quoted("question", question)
                + "\nWhat earlier debates on similar topics concluded:\n"
                + found(backend.stoa()
                        .learning()
                        .consensus()
                        .as(by)
                        .brief(question, null)
                        .prompt())));
    }

    private List<Map<String, @Nullable Object>> weighEvidence(Principal by, Map<String, String> values) {
        String claim = values.getOrDefault("claim", "");
        return List.of(Prompt.said(
                "Weigh the evidence for and against this claim. Name for each passage whether it supports the claim,"
                        + " and how far its source and trust carry.\n\n"
                        + quoted("claim", claim)
                        + "\nStored evidence:\n"
                        + found(
                                backend
                                        .stoa()
                                        .learning()
                                        .evidence()
                                        .as(by)
                                        .search(EvidenceQuery.of(claim).limit(FOUND))
                                        .stream()
                                        .map(hit -> hit.evidence().promptData())
                                        .toList())));
    }

    private List<Map<String, @Nullable Object>> reviewDissent(Principal by, Map<String, String> values) {
        String topic = values.getOrDefault("topic", "");
        return List.of(Prompt.said(
                "Review the dissents below. Say of each whether the outcome answers it, and what would settle it.\n\n"
                        + quoted("topic", topic)
                        + "\nOutcomes and dissents:\n"
                        + found(backend.stoa()
                                .learning()
                                .consensus()
                                .as(by)
                                .brief(topic, null)
                                .prompt())));
    }

    private List<Map<String, @Nullable Object>> handOver(Principal by, Map<String, String> values) {
        String channel = values.getOrDefault("channel", "");
        return List.of(Prompt.said(
                "Sum up where the work in this channel stands and what is open, then offer it with the tool hand_off.\n\n"
                        + quoted("channel", channel)
                        + quoted("agent", values.getOrDefault("to", ""))
                        + "\nThe last messages:\n"
                        + found(backend
                                .stoa()
                                .society()
                                .messages()
                                .history(by, channel, Messages.Range.newest(MESSAGES))
                                .items()
                                .stream()
                                .map(SocietyTools::told)
                                .toList())));
    }

    /** What the person gave, quoted like everything that is not ours. */
    private static String quoted(String kind, String text) {
        return kind + ":\n" + text.lines().map(line -> "> " + line + "\n").reduce("", String::concat);
    }

    private static String found(List<PromptData> texts) {
        return texts.isEmpty() ? "none\n" : PromptData.render(texts);
    }
}

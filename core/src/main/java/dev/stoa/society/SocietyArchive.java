package dev.stoa.society;

import dev.stoa.society.agent.AgentInvariants;
import dev.stoa.society.channel.ChannelInvariants;
import dev.stoa.society.foreign.SpaceImport;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.index.SearchInvariants;
import dev.stoa.society.knowledge.TrustUpdate;
import dev.stoa.society.note.NoteInvariants;
import dev.stoa.society.run.RunInvariants;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.TimeForm;

/** The declaration of the society archive. */
public final class SocietyArchive {
    /** Agents, runs, tasks, channels, notes and knowledge. */
    public static final ArchiveSchema SCHEMA = ArchiveSchema.named(SpaceImport.ARCHIVE)
            .file(SpaceImport.FILE)
            .postgresSchema("space")
            .module("space")
            .times(TimeForm.NAIVE_MILLIS)
            .grows("feed", "at", "feed_seq")
            .version(1, "agents, runs, tasks, channels, notes and knowledge")
            .version(2, "feed, reserved agents, order of messages, members and mentions", SocietyBackFill::channels)
            .version(3, "lives of runs, leases and lineage of tasks", SocietyBackFill::tasks)
            .version(4, "shares and lineage of notes, sources and reviews of knowledge", SocietyBackFill::notes)
            .version(5, "one text index", SocietyBackFill::index)
            .version(6, "graph of entities")
            .reindex(SearchIndex::rebuild)
            .derived("search_docs")
            .conversion(SpaceImport.conversion())
            .invariant(
                    "S1",
                    "the messages of a channel are not numbered from 1 to its last",
                    ChannelInvariants.NUMBERS,
                    ChannelInvariants.NUMBERS)
            .invariant(
                    "S2",
                    "the count of an author's messages in a channel is wrong",
                    ChannelInvariants.AUTHORS,
                    ChannelInvariants.AUTHORS)
            .invariant(
                    "S3", "a bookmark is not where it says", ChannelInvariants.BOOKMARKS, ChannelInvariants.BOOKMARKS)
            .invariant(
                    "S4",
                    "an agent lives twice in a channel, or lives though it is archived",
                    RunInvariants.ALIVE,
                    RunInvariants.ALIVE)
            .invariant("S5", "a task is not what its status says", RunInvariants.STATUS, RunInvariants.STATUS)
            .invariant(
                    "S6",
                    "the runs of an agent share a number, or the constitution of one is lost",
                    RunInvariants.LIVES,
                    RunInvariants.LIVES)
            .invariant(
                    "S7",
                    "a reply is not the one reply of its execution",
                    ChannelInvariants.REPLIES,
                    ChannelInvariants.REPLIES)
            .invariant(
                    "S8",
                    "the lineage of notes contradicts itself, or an agent has two journals",
                    NoteInvariants.LINEAGE,
                    NoteInvariants.LINEAGE)
            .invariant(
                    "S9",
                    "a confidence is no share, a review is its author's own, or what was replaced still counts",
                    NoteInvariants.KNOWLEDGE,
                    NoteInvariants.KNOWLEDGE)
            .invariant("S9t", "the trust of knowledge is not what it deserves", TrustUpdate::wrong)
            .invariant("S10", "the text index and its sources differ", SearchInvariants::violations)
            .invariant(
                    "S11",
                    "a name means two agents, a reserved agent does not exist, or a mention hides what it started",
                    AgentInvariants.NAMES,
                    AgentInvariants.NAMES)
            .build();

    private SocietyArchive() {}
}

package dev.stoa.engine.access;

import dev.stoa.base.Need;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.debate.Ballots;
import dev.stoa.debate.DebateEvents;
import dev.stoa.debate.DebateSessions;
import dev.stoa.debate.DebateTurns;
import dev.stoa.debate.Gates;
import dev.stoa.debate.Grades;
import dev.stoa.debate.proof.Replay;
import dev.stoa.debate.receipt.Receipts;
import dev.stoa.debate.session.CodeVersions;
import dev.stoa.debate.session.Outbox;
import dev.stoa.engine.upkeep.ArchiveCare;
import dev.stoa.engine.upkeep.Exporter;
import dev.stoa.engine.upkeep.Importer;
import dev.stoa.engine.upkeep.Pruning;
import dev.stoa.learning.breaker.CircuitBreakers;
import dev.stoa.learning.consensus.ConsensusMemory;
import dev.stoa.learning.critique.Critiques;
import dev.stoa.learning.critique.Patterns;
import dev.stoa.learning.critique.Reputation;
import dev.stoa.learning.evidence.EvidenceStore;
import dev.stoa.learning.lesson.Lessons;
import dev.stoa.learning.memory.Continuum;
import dev.stoa.learning.proof.Proofs;
import dev.stoa.learning.rating.Predictions;
import dev.stoa.learning.rating.Ratings;
import dev.stoa.society.agent.Agents;
import dev.stoa.society.channel.Channels;
import dev.stoa.society.context.ContextSearch;
import dev.stoa.society.knowledge.Knowledge;
import dev.stoa.society.message.Bookmarks;
import dev.stoa.society.message.Messages;
import dev.stoa.society.note.Notes;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.society.run.Runs;
import dev.stoa.society.work.Tasks;

/**
 * What each verb of the surface needs, for the command line, REST and MCP alike. Stateless. A verb that is an operation
 * of a store or of the upkeep needs what that declares; only what is none of them is declared here.
 */
public final class SurfaceRights {
    private SurfaceRights() {}

    /**
     * The need of a verb, such as {@code agent merge}. It is the least: where an argument makes it need more, the
     * operation itself refuses.
     *
     * @throws IllegalStateException if nothing declares it
     */
    public static Need of(String verb) {
        // A switch and no map, so that one command loads one class.
        return switch (verb) {
            case "agent register" -> Rights.of(Agents.class, "register");
            case "agent update" -> Rights.of(Agents.class, "update");
            case "agent describe" -> Rights.of(Agents.class, "describe");
            case "agent rename" -> Rights.of(Agents.class, "rename");
            case "agent clone" -> Rights.of(Agents.class, "copy");
            case "agent merge" -> Rights.of(Agents.class, "merge");
            case "agent archive" -> Rights.of(Agents.class, "archive");
            case "agent restore" -> Rights.of(Agents.class, "restore");
            case "agent list" -> Rights.of(Agents.class, "list");
            case "agent show" -> Rights.of(Agents.class, "show");
            case "agent stats" -> Rights.of(Agents.class, "stats");
            case "channel create" -> Rights.of(Channels.class, "create");
            case "channel rename" -> Rights.of(Channels.class, "rename");
            case "channel topic" -> Rights.of(Channels.class, "topic");
            case "channel pin" -> Rights.of(Channels.class, "pin");
            case "channel restrict" -> Rights.of(Channels.class, "restrict");
            case "channel members" -> Rights.of(Channels.class, "members");
            case "channel archive" -> Rights.of(Channels.class, "archive");
            case "channel restore" -> Rights.of(Channels.class, "restore");
            case "channel list" -> Rights.of(Channels.class, "list");
            case "channel show" -> Rights.of(Channels.class, "get");
            case "channel export" -> Rights.of(Channels.class, "export");
            case "channel delete" -> Rights.of(Channels.class, "delete");
            case "message send" -> Rights.of(Messages.class, "send");
            case "message recv" -> Rights.of(Bookmarks.class, "receive");
            case "message history" -> Rights.of(Messages.class, "history");
            case "message inbox" -> Rights.of(Bookmarks.class, "inbox");
            case "message wait" -> Rights.of(Bookmarks.class, "await");
            case "message handoff" -> Rights.of(Messages.class, "handoff");
            case "message delete" -> Rights.of(Messages.class, "delete");
            case "run start" -> Rights.of(Runs.class, "start");
            case "run wake" -> Rights.of(Runs.class, "wake");
            case "run retry" -> Rights.of(Runs.class, "retry");
            case "run stop" -> Rights.of(Runs.class, "stop");
            case "run work" -> Rights.of(ExecutionQueue.class, "claim");
            case "run list" -> Rights.of(Runs.class, "list");
            case "run show" -> Rights.of(Runs.class, "get");
            case "run logs" -> Rights.of(Runs.class, "logs");
            case "task add" -> Rights.of(Tasks.class, "add");
            case "task claim" -> Rights.of(Tasks.class, "claim");
            case "task renew" -> Rights.of(Tasks.class, "renew");
            case "task done" -> Rights.of(Tasks.class, "complete");
            case "task release" -> Rights.of(Tasks.class, "release");
            case "task cancel" -> Rights.of(Tasks.class, "cancel");
            case "task list" -> Rights.of(Tasks.class, "list");
            case "task show" -> Rights.of(Tasks.class, "get");
            case "note add" -> Rights.of(Notes.class, "add");
            case "note journal" -> Rights.of(Notes.class, "journal");
            case "note replace" -> Rights.of(Notes.class, "replace");
            case "note list" -> Rights.of(Notes.class, "list");
            case "note show" -> Rights.of(Notes.class, "show");
            case "note chain" -> Rights.of(Notes.class, "chain");
            case "note edit" -> Rights.of(Notes.class, "edit");
            case "note core" -> Rights.of(Notes.class, "core");
            case "note share" -> Rights.of(Notes.class, "share");
            case "note archive" -> Rights.of(Notes.class, "archive");
            case "note restore" -> Rights.of(Notes.class, "restore");
            case "note delete" -> Rights.of(Notes.class, "delete");
            case "knowledge add" -> Rights.of(Knowledge.class, "add");
            case "knowledge query" -> Rights.of(Knowledge.class, "query");
            case "knowledge tree" -> Rights.of(Knowledge.class, "tree");
            case "knowledge show" -> Rights.of(Knowledge.class, "get");
            case "knowledge review" -> Rights.of(Knowledge.class, "review");
            case "knowledge archive" -> Rights.of(Knowledge.class, "archive");
            case "knowledge restore" -> Rights.of(Knowledge.class, "restore");
            case "context" -> Rights.of(ContextSearch.class, "search");
            case "memory add" -> Rights.of(Continuum.class, "add");
            case "memory show" -> Rights.of(Continuum.class, "show");
            case "memory list" -> Rights.of(Continuum.class, "list");
            case "memory recall" -> Rights.of(Continuum.class, "recall");
            case "memory outcome" -> Rights.of(Continuum.class, "outcome");
            case "memory promote" -> Rights.of(Continuum.class, "promote");
            case "memory demote" -> Rights.of(Continuum.class, "demote");
            case "memory red-line" -> Rights.of(Continuum.class, "redLine");
            case "memory trust" -> Rights.of(Continuum.class, "setTrust");
            case "memory forget" -> Rights.of(Continuum.class, "forget");
            case "memory restore" -> Rights.of(Continuum.class, "restore");
            case "memory consolidate" -> Rights.of(Continuum.class, "consolidate");
            case "memory cleanup" -> Rights.of(Continuum.class, "cleanup");
            case "memory tune" -> Rights.of(Continuum.class, "tune");
            case "memory stats" -> Rights.of(Continuum.class, "stats");
            case "memory transitions" -> Rights.of(Continuum.class, "transitions");
            case "consensus record" -> Rights.of(ConsensusMemory.class, "record");
            case "consensus find" -> Rights.of(ConsensusMemory.class, "find");
            case "consensus list" -> Rights.of(ConsensusMemory.class, "list");
            case "consensus show" -> Rights.of(ConsensusMemory.class, "show");
            case "consensus dissents" -> Rights.of(ConsensusMemory.class, "dissents");
            case "consensus rebut" -> Rights.of(ConsensusMemory.class, "rebut");
            case "consensus supersede" -> Rights.of(ConsensusMemory.class, "supersede");
            case "consensus archive" -> Rights.of(ConsensusMemory.class, "archive");
            case "consensus restore" -> Rights.of(ConsensusMemory.class, "restore");
            case "proof check" -> Rights.of(Proofs.class, "check");
            case "proof show" -> Rights.of(Proofs.class, "show");
            case "evidence add" -> Rights.of(EvidenceStore.class, "add");
            case "evidence search" -> Rights.of(EvidenceStore.class, "search");
            case "evidence show" -> Rights.of(EvidenceStore.class, "show");
            case "evidence list" -> Rights.of(EvidenceStore.class, "list");
            case "evidence documents" -> Rights.of(EvidenceStore.class, "documents");
            case "evidence link" -> Rights.of(EvidenceStore.class, "link");
            case "evidence trust" -> Rights.of(EvidenceStore.class, "setTrust");
            case "evidence forget" -> Rights.of(EvidenceStore.class, "forget");
            case "evidence cleanup" -> Rights.of(EvidenceStore.class, "cleanup");
            case "rating record" -> Rights.of(Ratings.class, "record");
            case "rating matches" -> Rights.of(Ratings.class, "matches");
            case "rating board" -> Rights.of(Ratings.class, "board");
            case "rating show" -> Rights.of(Ratings.class, "show");
            case "rating history" -> Rights.of(Ratings.class, "history");
            case "rating pair" -> Rights.of(Ratings.class, "pair");
            case "rating judge" -> Rights.of(Ratings.class, "judge");
            case "prediction add" -> Rights.of(Predictions.class, "add");
            case "prediction resolve" -> Rights.of(Predictions.class, "resolve");
            case "prediction calibration" -> Rights.of(Predictions.class, "of");
            case "critique add" -> Rights.of(Critiques.class, "add");
            case "critique resolve" -> Rights.of(Critiques.class, "resolve");
            case "critique list" -> Rights.of(Critiques.class, "list");
            case "critique patterns" -> Rights.of(Patterns.class, "top");
            case "critique reputation" -> Rights.of(Reputation.class, "list");
            case "critique cleanup" -> Rights.of(Critiques.class, "cleanup");
            case "breaker list" -> Rights.of(CircuitBreakers.class, "list");
            case "breaker reset" -> Rights.of(CircuitBreakers.class, "reset");
            case "debate run", "debate create" -> Rights.of(DebateSessions.class, "create");
            case "debate resume" -> Rights.of(DebateSessions.class, "open");
            case "debate cancel" -> Rights.of(DebateSessions.class, "cancel");
            case "debate delete" -> Rights.of(DebateSessions.class, "delete");
            case "debate show" -> Rights.of(DebateSessions.class, "get");
            case "debate list" -> Rights.of(DebateSessions.class, "list");
            case "debate turns" -> Rights.of(DebateTurns.class, "page");
            case "debate ballots" -> Rights.of(Ballots.class, "all");
            case "debate gates" -> Rights.of(Gates.class, "all");
            case "debate versions" -> Rights.of(CodeVersions.class, "all");
            case "debate events" -> Rights.of(DebateEvents.class, "after");
            case "debate replay" -> Rights.of(Replay.class, "replay");
            case "debate verify" -> Rights.of(Receipts.class, "verify");
            case "debate grade" -> Rights.of(Grades.class, "grade");
            case "debate approve", "debate reject" -> Rights.of(Gates.class, "decide");
            case "debate lessons" -> Rights.of(Lessons.class, "list");
            case "debate stats" -> Rights.of(Lessons.class, "statistics");
            case "debate learn" -> Rights.of(Outbox.class, "due");
            case "doctor" -> Rights.of(ArchiveCare.class, "examine");
            case "migrate" -> Rights.of(ArchiveCare.class, "upgrade");
            case "prune" -> Rights.of(Pruning.class, "run");
            case "import" -> Rights.of(Importer.class, "run");
            case "export" -> Rights.of(Exporter.class, "receipt");
            case "tunnel run", "tunnel laws" -> Need.of(Right.ASK);
            case "init" -> Need.of(Right.OPERATE);
            case "backup", "restore", "config" -> Need.of(Right.ADMIN);
            case "version", "completion" -> Need.of(Right.NOTHING);
            default -> throw new IllegalStateException("nothing declares what " + verb + " needs; add it here");
        };
    }
}

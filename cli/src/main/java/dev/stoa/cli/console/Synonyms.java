package dev.stoa.cli.console;

import dev.stoa.base.Nearest;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Commands by the names that other programs give them, such as {@code delete} for {@code memory forget}, and by
 * misspelled names. Stateless and safe from any thread.
 *
 * <p>A synonym is named, never executed: a script that works with one would break when a noun gets a verb of that name.
 * The one exception is {@code search}, see {@link SearchAlias}.
 */
final class Synonyms {
    private static final int MOST_EDITS = 2;

    /** By noun, {@code command = synonyms}; what begins with {@code stoa} is a command of another noun. */
    private static final Map<String, Map<String, String>> TABLE = parse("""
            stoa: stoa --help = commands usage man
            stoa: version = about
            stoa: init = setup install
            stoa: doctor = check status health diagnose fsck
            stoa: backup = snapshot
            stoa: migrate = upgrade update
            stoa: move = relocate transfer
            stoa: import = load ingest
            stoa: export = dump
            stoa: prune = clean cleanup gc vacuum
            stoa: config = settings configuration configure options env
            stoa: serve = server daemon listen http api
            stoa: context = search find grep query
            stoa: completion = autocomplete
            stoa: mcp = tools modelcontextprotocol
            stoa: debate = discuss discussion session sessions argue
            stoa: memory = memories mem
            stoa: prediction = forecast bet
            stoa: critique = review reviews
            stoa: evidence = document documents docs file files
            stoa: rating = elo leaderboard ranking
            stoa: agent = identity identities bot bots user users
            stoa: channel = room rooms
            stoa: task = job jobs todo ticket tickets issue issues
            stoa: knowledge = fact facts wiki
            stoa: tunnel = simulate simulation experiment experiments
            stoa: breaker = circuit
            stoa: evolve = evolution evolutions improve negotiate
            stoa: ask = question answer
            stoa: conversation = conversations
            stoa: correction = corrections correct
            stoa: specialist = specialists model models
            stoa: token = tokens
            stoa: key = keys encrypt
            stoa: stoa memory add = remember
            stoa: stoa memory recall = recall
            stoa: stoa memory forget = forget
            stoa: stoa message send = send post chat say
            stoa: stoa message recv = recv receive
            stoa: stoa message inbox = inbox
            stoa: stoa debate verify = verify
            stoa: stoa proof check = prove
            stoa: stoa run work = work worker
            stoa: stoa run start = start spawn

            debate: run = start begin hold launch exec execute ask
            debate: create = new add make open prepare
            debate: resume = continue proceed restart
            debate: list = ls all
            debate: stoa consensus find = find query lookup
            debate: show = get view read cat info inspect status
            debate: cancel = stop kill abort end terminate
            debate: turns = messages transcript replies
            debate: ballots = votes vote
            debate: events = log logs history
            debate: versions = code
            debate: approve = accept allow confirm
            debate: reject = deny refuse decline
            debate: replay = rerun recount
            debate: verify = check validate
            debate: grade = score judge mark
            debate: stats = statistics summary
            debate: stoa export --what debate:ID = export receipt

            memory: recall = find query lookup ask grep retrieve
            memory: add = create new remember save store insert put write
            memory: add --id ID --replace = edit update change modify
            memory: list = ls all
            memory: show = get view read cat info inspect
            memory: forget = delete remove rm del erase drop archive
            memory: forget --purge = purge
            memory: restore = undelete unarchive recover
            memory: red-line = protect lock pin
            memory: outcome = feedback report score
            memory: transitions = moves
            memory: history = timeline log events
            memory: cleanup = clean prune gc
            memory: tune = config set params parameters
            memory: stats = status statistics count summary

            consensus: record = add create new save store insert
            consensus: find = query lookup recall grep
            consensus: list = ls all
            consensus: show = get view read cat info inspect
            consensus: rebut = answer reply respond
            consensus: supersede = replace
            consensus: archive = delete remove rm forget
            consensus: restore = undelete unarchive recover

            proof: check = verify prove run add create new test
            proof: show = get view read cat info inspect

            evidence: add = create new upload ingest import insert save store
            evidence: search = find query lookup recall grep
            evidence: link = attach cite
            evidence: list = ls all
            evidence: documents = docs files
            evidence: show = get view read cat info inspect
            evidence: forget = delete remove rm del erase drop
            evidence: cleanup = clean prune gc

            rating: record = add create new insert save
            rating: matches = list ls all
            rating: board = leaderboard top rank ranking best
            rating: show = get view read info
            rating: pair = compare versus vs
            rating: history = log trend

            prediction: add = create new record save predict insert
            prediction: resolve = close score settle
            prediction: calibration = accuracy brier show

            critique: add = create new record save insert
            critique: resolve = close settle outcome
            critique: list = ls all show get view
            critique: patterns = find query lookup
            critique: reputation = board rank leaderboard
            critique: cleanup = clean prune gc

            tunnel: run = start exec execute launch compare simulate
            tunnel: laws = check verify test

            evolve: run = start new create begin launch exec execute
            evolve: resume = continue proceed restart
            evolve: list = ls all runs
            evolve: show = get view info inspect status
            evolve: cancel = stop kill abort end terminate delete remove rm
            evolve: check = validate lint
            evolve: scenarios = scenario examples
            evolve: episodes = episode games
            evolve: log = logs turns transcript
            evolve: replay = verify prove recheck
            evolve: lineage = tree ancestors history
            evolve: diff = compare
            evolve: blame = annotate
            evolve: verdicts = verdict decisions trials
            evolve: created = agents
            evolve: approve = accept allow confirm
            evolve: reject = deny refuse decline
            evolve: memory = strategies find query lookup
            evolve: show RUN --plots DIR = plot plots draw
            evolve: stoa export --what evolution = export

            agent: register = add create new insert
            agent: update = edit change modify set
            agent: list = ls all
            agent: show = get view read cat info inspect
            agent: rename = mv move
            agent: clone = copy cp duplicate fork
            agent: archive = delete remove rm retire disable
            agent: restore = undelete unarchive recover enable
            agent: merge = join combine
            agent: stats = statistics count summary status
            agent: stoa run start = run start spawn launch
            agent: stoa run stop = stop kill

            channel: create = add new make
            channel: list = ls all
            channel: show = get view info inspect
            channel: rename = mv move
            channel: topic = describe
            channel: members --add AGENT = join invite
            channel: members --remove AGENT = leave kick
            channel: members = who users
            channel: pin --off = unpin
            channel: restrict = private lock
            channel: restrict --off = unrestrict public unlock
            channel: archive = close
            channel: restore = open reopen unarchive recover
            channel: delete = remove rm del erase drop
            channel: export = dump
            channel: stoa message history = messages history log
            channel: stoa message recv = read recv receive
            channel: stoa message send = send post say

            message: send = add create new post write say reply publish
            message: recv = read get receive fetch poll next
            message: history = list ls log show view all
            message: inbox = unread notifications
            message: wait = listen watch subscribe follow
            message: handoff = assign delegate offer
            message: delete = remove rm del erase forget
            message: stoa context QUERY --scope messages = find query grep

            run: start = new create add run exec execute launch spawn
            run: wake = resume continue
            run: stop = cancel kill abort end terminate delete remove rm
            run: work = worker serve
            run: list = ls all ps
            run: show = get view info inspect status
            run: logs = log tail output read cat

            task: add = create new insert make
            task: claim = take grab pick start accept
            task: renew = extend heartbeat
            task: done = complete finish close resolve
            task: done --failed REASON = fail
            task: release = return unclaim decline
            task: cancel = delete remove rm abort kill stop
            task: list = ls all
            task: show = get view read info inspect status
            task: stoa message handoff = assign handoff delegate
            task: stoa context QUERY --scope tasks = find query grep

            note: add = create new insert save write
            note: list = ls all
            note: show = get view read cat info
            note: edit = update change modify
            note: replace = merge combine synthesize
            note: chain = history lineage
            note: core --off = uncore
            note: share --none = unshare
            note: restore = undelete unarchive recover
            note: delete = remove rm del erase forget
            note: stoa context QUERY --scope notes = find query grep

            knowledge: add = create new insert record save
            knowledge: add --replaces ID = edit update change modify replace
            knowledge: query = lookup list ls
            knowledge: tree = domains browse
            knowledge: show = get view read cat info
            knowledge: review = confirm dispute verify check
            knowledge: archive = delete remove rm forget
            knowledge: restore = undelete unarchive recover
            knowledge: stoa context QUERY --scope knowledge = find recall grep

            breaker: list = ls all show get view status
            breaker: reset = close clear restart

            project: new = create add make open
            project: list = ls all show

            conversation: new = create add make start open begin
            conversation: show = get view read cat messages history
            conversation: list = ls all
            conversation: rename = title retitle
            conversation: search = find query grep lookup
            conversation: erase = delete rm remove purge forget
            conversation: feedback = rate accept reject
            conversation: backup = note summarise summarize
            conversation: stoa ask --conversation ID = ask say send continue

            correction: add = new create correct teach
            correction: find = search query lookup match
            correction: list = ls all show
            correction: edit = update change
            correction: confirm = accept approve
            correction: retire = delete rm remove reject forget
            correction: history = events log
            correction: export = dump dpo

            assertion: test = check run verify
            assertion: list = ls all show policies

            specialist: add = new create register
            specialist: list = ls all show
            specialist: retire = delete rm remove disable
            specialist: shadow = compare trial
            specialist: promote = upgrade deploy
            specialist: rollback = revert undo

            token: create = new add make issue
            token: list = ls all show
            token: revoke = delete rm remove disable

            key: create = new add make generate
            key: list = ls all show
            key: rotate = renew
            key: retire = delete rm remove

            audit: list = ls all log
            audit: show = get view
            audit: verify = check prove validate
            audit: checkpoint = sign
            audit: export = dump
            """);

    private Synonyms() {}

    private static Map<String, Map<String, String>> parse(String table) {
        Map<String, Map<String, String>> nouns = new LinkedHashMap<>();
        for (String line : table.split("\n", -1)) {
            if (!line.isBlank()) {
                int colon = line.indexOf(": ");
                int equals = line.indexOf(" = ");
                Map<String, String> words =
                        nouns.computeIfAbsent(line.substring(0, colon), any -> new LinkedHashMap<>());
                for (String word : line.substring(equals + 3).split(" ", -1)) {
                    words.put(word, line.substring(colon + 2, equals));
                }
            }
        }
        return nouns;
    }

    /** Every synonym of a noun, or of {@code stoa}, with what it stands for. */
    static Map<String, String> of(String noun) {
        return TABLE.getOrDefault(noun, Map.of());
    }

    /** Every noun that has synonyms, and {@code stoa}. */
    static List<String> nouns() {
        return List.copyOf(TABLE.keySet());
    }

    /** The command to type instead of an unknown word after a noun, or after {@code stoa}. */
    static Optional<String> command(String noun, String word) {
        String command = of(noun).get(word.toLowerCase(Locale.ROOT));
        if (command == null) {
            return Optional.empty();
        }
        return Optional.of(
                command.startsWith("stoa ")
                        ? command
                        : (noun.equals("stoa") ? "stoa " : "stoa " + noun + " ") + command);
    }

    /**
     * The known word that an unknown one probably is a misspelling of: at most two edits away, and fewer than half of
     * its letters. A guess from further away misleads more than none.
     */
    static Optional<String> spelling(String word, Collection<String> known) {
        String typed = word.toLowerCase(Locale.ROOT);
        int letters = typed.replaceFirst("^-+", "").length();
        String best = null;
        int least = MOST_EDITS + 1;
        for (String candidate : known) {
            int edits = Nearest.distance(typed, candidate);
            if (edits < least && 2 * edits < letters) {
                best = candidate;
                least = edits;
            }
        }
        return Optional.ofNullable(best);
    }
}

package dev.stoa.counsel.key;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.seal.Keysets;
import dev.stoa.counsel.seal.SealState;
import dev.stoa.counsel.seal.SealedTable;
import dev.stoa.json.Json;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The keys under which texts of the counsel are sealed. Thread-safe. Sealing is turned on by naming keysets in the
 * settings, and nothing turns it off.
 */
public final class Keys {
    private final Keysets keysets;
    private final Supplier<Archive> archive;
    private final Supplier<CounselContext> context;

    private Keys(Keysets keysets, Supplier<Archive> archive, Supplier<CounselContext> context) {
        this.keysets = keysets;
        this.archive = archive;
        this.context = context;
    }

    /**
     * The keys of an archive.
     *
     * @param archive the archive as it is, for what is done before there are keys
     * @param context the archive with its seal
     */
    public static Keys over(Keysets keysets, Supplier<Archive> archive, Supplier<CounselContext> context) {
        return new Keys(keysets, archive, context);
    }

    /** Makes both keysets, in the files that the settings name or else in the data directory. */
    @Needs(value = Right.ADMIN, agents = false)
    public Keysets.Created create(Principal by) {
        Rights.check(by);
        if (SealState.of(archive.get()).sealed()) {
            throw new ConflictException(
                    "archive_sealed",
                    "the archive is sealed under keysets that exist; new ones would not open it",
                    "put those back from where you keep them, or rotate them");
        }
        return keysets.create();
    }

    /** The keys with the number of rows that are sealed under each. */
    @Needs(value = Right.ADMIN, agents = false)
    public KeyUse list(Principal by) {
        Rights.check(by);
        List<Long> ids = sealed().ids();
        Map<Long, Long> rows = new TreeMap<>();
        long plain = context.get().read(by, (tx, now) -> count(tx, rows));
        List<KeyUse.Key> known = ids.stream()
                .map(id -> new KeyUse.Key(id, id.equals(ids.getFirst()), rows.getOrDefault(id, 0L)))
                .toList();
        List<KeyUse.Key> missing = rows.entrySet().stream()
                .filter(entry -> !ids.contains(entry.getKey()))
                .map(entry -> new KeyUse.Key(entry.getKey(), false, entry.getValue()))
                .toList();
        return new KeyUse(known, missing, plain);
    }

    /** Counts the rows of every key, and answers those of none. */
    private static long count(Tx tx, Map<Long, Long> rows) {
        long plain = 0;
        for (SealedTable table : SealedTable.values()) {
            List<@Nullable Long[]> counts =
                    tx.list("SELECT key_id, count(*) FROM " + table.table() + " GROUP BY key_id", row ->
                            new @Nullable Long[] {row.numberOrNull(1), row.number(2)});
            for (@Nullable Long[] count : counts) {
                long number = count[1] == null ? 0 : count[1];
                if (count[0] == null) {
                    plain += number;
                } else {
                    rows.merge(count[0], number, Long::sum);
                }
            }
        }
        return plain;
    }

    private Keysets sealed() {
        if (!keysets.configured()) {
            throw new ConflictException(
                    "not_sealed",
                    "no keyset is configured, so nothing is sealed",
                    "create keysets and name them in encryption.keyset and encryption.index_keyset");
        }
        return keysets;
    }

    /** Adds a key, under which is sealed from now on; what is sealed under others stays readable. */
    @Needs(value = Right.ADMIN, agents = false)
    public long rotate(Principal by) {
        Rights.check(by);
        Keysets sealed = sealed();
        AtomicReference<@Nullable Long> made = new AtomicReference<>();
        long id = context.get().write(by, (tx, now) -> {
            // Once, also if the unit is run again because another one failed beside it.
            Long known = made.get();
            long key = known == null ? sealed.rotate() : known;
            made.set(key);
            SealState.sealKey(tx, key);
            record(tx, by, "key_rotate", Json.object("key_id", key, "kind", "sealing"), now);
            return key;
        });
        context.get().seal().refresh();
        return id;
    }

    /** Replaces the key of the index. What depends on it is made again by {@link #reseal}. */
    @Needs(value = Right.ADMIN, agents = false)
    public void rotateIndex(Principal by) {
        Rights.check(by);
        Keysets sealed = sealed();
        AtomicReference<@Nullable Boolean> done = new AtomicReference<>();
        context.get().write(by, (tx, now) -> {
            if (done.get() == null) {
                sealed.rotateIndex();
                done.set(true);
            }
            context.get().seal().indexReplaced(tx);
            record(tx, by, "key_rotate", Json.object("kind", "index"), now);
            return 0;
        });
    }

    /** Takes a key out of the keyset; refused while rows are sealed under it. */
    @Needs(value = Right.ADMIN, agents = false)
    public void retire(Principal by, long keyId) {
        Rights.check(by);
        Keysets sealed = sealed();
        context.get().write(by, (tx, now) -> {
            List<Long> ids = sealed.ids();
            need(tx, ids, keyId);
            SealState state = SealState.of(tx);
            if (!state.retired().contains(keyId)) {
                state.retire(tx, keyId);
                SealState.sealKey(tx, ids.getFirst());
                record(tx, by, "key_retire", Json.object("key_id", keyId), now);
            }
            return 0;
        });
        // Only now: every process that sealed under it has been told not to, also if this one is killed here. Inside a
        // unit, because of several that change the file the later would undo what the earlier did.
        context.get().write(by, (tx, now) -> {
            if (sealed.ids().contains(keyId)) {
                sealed.retire(keyId);
            }
            return 0;
        });
        context.get().seal().refresh();
    }

    private static void need(Tx tx, List<Long> ids, long keyId) {
        Bounds.whole("key_id", keyId, 0, 0xffff_ffffL);
        if (!ids.contains(keyId)) {
            throw new NotFoundException(
                    "not_found", "the keyset has no key " + keyId, "list the keys to see their ids");
        }
        if (ids.getFirst() == keyId) {
            throw new ConflictException(
                    "key_in_use",
                    "key " + keyId + " is the one under which is sealed",
                    "rotate the keys first, and seal again");
        }
        Map<Long, Long> rows = new TreeMap<>();
        count(tx, rows);
        long used = rows.getOrDefault(keyId, 0L);
        if (used > 0) {
            throw new ConflictException(
                    "key_in_use",
                    String.format(
                            Locale.ROOT,
                            "%,d %s still sealed under key %d",
                            used,
                            used == 1 ? "row is" : "rows are",
                            keyId),
                    "seal them again first");
        }
    }

    private void record(Tx tx, Principal by, String type, Map<String, @Nullable Object> details, Instant now) {
        context.get().audit().append(tx, AuditEvent.of(type, by.trace(), details), now);
    }

    /**
     * Seals every row that is plain or sealed under an older key, makes what depends on the key of the index again where
     * it was replaced, and then removes the plain text from the files. May be cut short and run again.
     */
    @Needs(value = Right.OPERATE, agents = false)
    public ResealReport reseal(Principal by) {
        Rights.check(by);
        sealed();
        CounselContext opened = context.get();
        opened.seal().refresh();
        Resealing resealing = new Resealing(opened);
        boolean renewed = new IndexRenewal(opened).run();
        Map<String, Long> rows = resealing.run();
        boolean cleaned = true;
        // What the archive says of itself counts: the run that sealed the rows may have been killed before it got here.
        if (renewed || resealing.plain() > 0 || SealState.of(opened.archive()).unfinished()) {
            cleaned = opened.archive().rewrite(SealedTable.tables());
            if (cleaned) {
                opened.write(by, (tx, now) -> {
                    SealState.finished(tx);
                    return 0;
                });
            }
        }
        return new ResealReport(rows, resealing.broken(), cleaned);
    }
}

package dev.stoa.counsel.seal;

import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;

/** What must hold of sealed rows, and of a sealed archive when the job that seals it is done. Stateless. */
public final class SealInvariants {
    /** Version, key id, nonce and tag of an empty text, in base64. */
    private static final int SHORTEST = 44;

    private SealInvariants() {}

    /** At most {@code most} texts that must be sealed and are plain. */
    public static List<String> violations(Tx tx, int most) {
        SealState state = SealState.of(tx);
        boolean all = state.sealed() && !state.unfinished();
        List<String> found = new ArrayList<>();
        for (SealedTable table : SealedTable.values()) {
            for (SealedColumn column : table.columns()) {
                if (found.size() < most) {
                    found.addAll(plain(tx, table, column, all, most - found.size()));
                }
            }
        }
        return found;
    }

    /** What every check says of an archive that is not sealed altogether yet. */
    public static List<String> notices(Tx tx, int most) {
        SealState state = SealState.of(tx);
        return state.sealed() && state.unfinished() && most > 0
                ? List.of("plain text from before the archive was sealed may still be in it; seal the rows again")
                : List.of();
    }

    private static List<String> plain(Tx tx, SealedTable table, SealedColumn column, boolean all, int most) {
        String name = column.column();
        String withoutKey = all ? "key_id IS NULL" : "1 = 0";
        String condition = column == SealedColumn.EMBEDDING
                ? name + " IS NOT NULL AND " + withoutKey
                : name + " <> '' AND (" + withoutKey + " OR (key_id IS NOT NULL AND (length(" + name + ") < " + SHORTEST
                        + " OR " + name + tx.dialect().pick(" GLOB '*[^A-Za-z0-9+/=]*'", " ~ '[^A-Za-z0-9+/=]'")
                        + ")))";
        return tx.list(
                "SELECT " + table.id() + " FROM " + table.table() + " WHERE " + condition + " LIMIT ?",
                row -> table.table() + "." + name + " of row " + row.text(1) + " has plain text",
                most);
    }
}

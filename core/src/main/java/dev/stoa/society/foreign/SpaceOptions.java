package dev.stoa.society.foreign;

import dev.stoa.base.Bounds;
import java.nio.file.Path;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * How the file of another program is read. Immutable.
 *
 * @param zone where the machine stood whose times say no zone
 * @param canon the folder of the constitutions that agents name by file; null if there is none
 * @param mapIdentities whether an agent or channel whose name another holds here becomes that one
 * @param skipBroken whether rows that cannot be taken are left out and only named
 * @param aside the folder for a file of these rows; if it is null and they are not left out, they refuse the file
 */
public record SpaceOptions(
        ZoneId zone,
        @Nullable Path canon,
        boolean mapIdentities,
        boolean skipBroken,
        @Nullable Path aside) {
    public SpaceOptions {
        Bounds.given("zone", zone);
    }

    /** The zone of this machine, no folder, and nothing that needs a decision. */
    public static SpaceOptions defaults() {
        return new SpaceOptions(ZoneId.systemDefault(), null, false, false, null);
    }

    public SpaceOptions zone(ZoneId place) {
        return new SpaceOptions(place, canon, mapIdentities, skipBroken, aside);
    }

    public SpaceOptions canon(@Nullable Path folder) {
        return new SpaceOptions(zone, folder, mapIdentities, skipBroken, aside);
    }

    public SpaceOptions mapIdentities(boolean map) {
        return new SpaceOptions(zone, canon, map, skipBroken, aside);
    }

    public SpaceOptions skipBroken(boolean skip) {
        return new SpaceOptions(zone, canon, mapIdentities, skip, aside);
    }

    public SpaceOptions aside(@Nullable Path folder) {
        return new SpaceOptions(zone, canon, mapIdentities, skipBroken, folder);
    }
}

package dev.stoa.storage.site;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.move.MoveNote;
import dev.stoa.storage.move.MoveTable;
import dev.stoa.storage.postgres.PostgresIntake;
import dev.stoa.storage.postgres.PostgresMoveNotes;
import dev.stoa.storage.postgres.PostgresRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The database of a move: one server, or several if archives have servers of their own. Not thread-safe. What happens at
 * several servers happens at one after the other.
 */
final class PostgresSide implements AutoCloseable {
    private record Server(String place, Connection connection, PostgresMoveNotes notes, Move.Spot spot) {}

    private final PostgresSite site;
    private final List<Server> servers = new ArrayList<>();

    PostgresSide(PostgresSite site, List<ArchiveSchema> schemas) throws SQLException {
        this.site = site;
        boolean connected = false;
        try {
            for (PostgresSite.Share share : site.shares(schemas)) {
                Connection connection = site.connect(share.url());
                PostgresMoveNotes notes = new PostgresMoveNotes(connection, share.place());
                servers.add(new Server(share.place(), connection, notes, new Move.Spot(notes, share.schemas())));
            }
            connected = true;
        } finally {
            if (!connected) {
                close();
            }
        }
    }

    /** Keeps other moves away as long as this is open. */
    void hold() {
        for (Server server : servers) {
            if (!server.notes().hold()) {
                throw Move.moving(server.place());
            }
        }
    }

    List<Move.Spot> spots() {
        return servers.stream().map(Server::spot).toList();
    }

    private PostgresMoveNotes notes(Move.Spot spot) {
        return servers.stream()
                .filter(server -> server.spot().equals(spot))
                .findFirst()
                .orElseThrow()
                .notes();
    }

    void expect(Move.Spot spot, MoveNote note) {
        notes(spot).expect(note, spot.schemas());
    }

    void shut(Move.Spot spot, MoveNote note) {
        notes(spot).shut(note, spot.schemas());
    }

    void discard(Move.Spot spot) {
        notes(spot).discard(spot.schemas());
    }

    /** How many connections of other processes use the archives. */
    long others() {
        return servers.stream().mapToLong(server -> server.notes().others()).sum();
    }

    /** The archives that have come, with what was counted of their tables. */
    Map<String, List<MoveTable.Content>> done() {
        Map<String, List<MoveTable.Content>> done = new TreeMap<>();
        servers.forEach(server -> done.putAll(server.notes().done()));
        return done;
    }

    MoveReport.Archive estimate(ArchiveSchema schema, InstantSource clock) throws SQLException {
        try (Connection connection = site.connect(schema)) {
            return new MoveReport.Archive(
                    schema.name(),
                    new PostgresIntake(connection, schema, clock).rows(),
                    new PostgresRows(connection, schema, clock).bytes(),
                    List.of());
        }
    }

    @Override
    public void close() {
        for (Server server : servers) {
            try {
                server.connection().close();
            } catch (SQLException ignored) {
                // The server notices by itself that the connection is gone.
            }
        }
    }
}

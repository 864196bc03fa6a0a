package dev.stoa.counsel.specialist;

import dev.stoa.base.NotFoundException;
import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The rows of specialists and promotions. Stateless. */
final class SpecialistTable {
    private static final String SPECIALISTS = """
            SELECT name, seq, active_model, shadow_model, shadow_since, fields, state, created_at, updated_at
            FROM specialists""";
    private static final String PROMOTIONS = """
            SELECT id, COALESCE(seq, 0), created_at, specialist, event, from_model, to_model, reverted, metadata
            FROM promotions""";
    private static final double PRIOR = .65;
    private static final double PRIOR_WEIGHT = 10;

    private SpecialistTable() {}

    private static Specialist specialist(Row row) {
        return new Specialist(
                row.text(1),
                row.number(2),
                row.text(3),
                row.textOrNull(4),
                row.numberOrNull(5),
                Json.parseArray(row.text(6)).stream().map(String::valueOf).toList(),
                SpecialistState.of(row.text(7)),
                row.instant(8),
                row.instant(9));
    }

    private static Promotion promotion(Row row) {
        return new Promotion(
                row.text(1),
                row.number(2),
                row.instant(3),
                row.text(4),
                row.text(5),
                row.textOrNull(6),
                row.textOrNull(7),
                row.flag(8),
                Json.parseObject(row.text(9)));
    }

    static Optional<Specialist> find(Tx tx, String name) {
        return tx.one(SPECIALISTS + " WHERE name = ?", SpecialistTable::specialist, name);
    }

    static Specialist get(Tx tx, String name) {
        return find(tx, name)
                .orElseThrow(() ->
                        new NotFoundException("not_found", "there is no specialist " + name, "list the specialists"));
    }

    static List<Specialist> after(Tx tx, long seq, int most) {
        return tx.list(SPECIALISTS + " WHERE seq > ? ORDER BY seq LIMIT ?", SpecialistTable::specialist, seq, most);
    }

    static List<Specialist> enabled(Tx tx) {
        return tx.list(SPECIALISTS + " WHERE state = 'enabled' ORDER BY seq LIMIT 500", SpecialistTable::specialist);
    }

    /** The newest promotion that was not rolled back. */
    static Optional<Promotion> unreverted(Tx tx, Specialist specialist) {
        return tx.one(
                PROMOTIONS + " WHERE specialist = ? AND event = 'promote' AND reverted = 0 AND created_at >= ?"
                        + " ORDER BY seq DESC LIMIT 1",
                SpecialistTable::promotion,
                specialist.name(),
                specialist.createdAt());
    }

    static List<Promotion> promotions(Tx tx, String name, long before, int most) {
        return tx.list(
                PROMOTIONS + " WHERE specialist = ? AND COALESCE(seq, 0) < ? ORDER BY seq DESC LIMIT ?",
                SpecialistTable::promotion,
                name,
                before,
                most);
    }

    static void insert(Tx tx, Promotion p) {
        tx.update(
                """
                INSERT INTO promotions (id, seq, created_at, specialist, event, from_model, to_model, reverted, metadata)
                VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)""",
                p.id(),
                p.seq(),
                p.createdAt(),
                p.specialist(),
                p.event(),
                p.fromModel(),
                p.toModel(),
                Json.write(p.metadata()));
    }

    /** How reliable the present model of a specialist was, by field. */
    static Map<String, Double> reliability(Tx tx, Specialist specialist) {
        Map<String, Double> byField = new TreeMap<>();
        tx.each(
                "SELECT field, outcome_sum, weight_sum FROM specialist_stats WHERE specialist = ? AND model = ?",
                row -> byField.put(row.text(1), (row.real(2) + PRIOR_WEIGHT * PRIOR) / (row.real(3) + PRIOR_WEIGHT)),
                specialist.name(),
                specialist.activeModel());
        return byField;
    }

    /** The sum of the weights of the outcomes that its reliability was taken of, by field. */
    static Map<String, Double> outcomes(Tx tx, Specialist specialist) {
        Map<String, Double> byField = new TreeMap<>();
        tx.each(
                "SELECT field, weight_sum FROM specialist_stats WHERE specialist = ? AND model = ?",
                row -> byField.put(row.text(1), row.real(2)),
                specialist.name(),
                specialist.activeModel());
        return byField;
    }
}

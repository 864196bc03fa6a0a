package dev.stoa.server.console.chart;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shares of rows against columns.
 *
 * @param high the tone of shares above one half
 * @param low the tone of shares below one half
 * @param least cells of fewer cases are grey
 */
public record Matrix(
        String title,
        List<String> rows,
        List<String> columns,
        Tone high,
        Tone low,
        String thing,
        long least,
        List<Cell> cells)
        implements Chart {
    private static final double NAME = 150;
    private static final double CELL = 44;
    private static final double ROW = 28;
    private static final int MOST = 20;

    public Matrix {
        rows = List.copyOf(rows);
        columns = List.copyOf(columns);
        cells = List.copyOf(cells);
        Set<Long> seen = new HashSet<>();
        for (Cell cell : cells) {
            if (cell.row() < 0 || cell.row() >= rows.size() || cell.column() < 0 || cell.column() >= columns.size()) {
                throw new IllegalArgumentException("the cell " + cell.row() + ", " + cell.column() + " is outside of "
                        + rows.size() + " rows and " + columns.size() + " columns");
            }
            if (!seen.add(((long) cell.row() << 32) | cell.column())) {
                throw new IllegalArgumentException("the cell " + cell.row() + ", " + cell.column() + " is given twice");
            }
        }
    }

    /** A share from 0 to 1 out of {@code n} cases. */
    public record Cell(
            int row,
            int column,
            double share,
            long n,
            String note,
            @Nullable String href) {
        public Cell {
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("the share " + share + " is not between 0 and 1");
            }
            href = Svg.checkedPath(href);
        }
    }

    @Override
    public boolean isEmpty() {
        return cells.isEmpty();
    }

    @Override
    public String sentence() {
        if (isEmpty()) {
            return title + ": nothing to show yet.";
        }
        List<Cell> sure = drawn().stream().filter(cell -> cell.n() >= least).toList();
        int grey = drawn().size() - sure.size();
        List<String> said = new ArrayList<>();
        said.add(Numbers.count(rows.size(), "row") + " against " + Numbers.count(columns.size(), "column"));
        if (!sure.isEmpty()) {
            Cell most = sure.stream()
                    .reduce((a, b) -> b.share() > a.share() ? b : a)
                    .orElseThrow();
            Cell fewest = sure.stream()
                    .reduce((a, b) -> b.share() < a.share() ? b : a)
                    .orElseThrow();
            said.add("most " + said(most));
            said.add("least " + said(fewest));
        }
        if (grey > 0) {
            said.add(Numbers.count(grey, "cell") + " of fewer than " + Numbers.count(least, thing));
        }
        if (rows.size() > MOST || columns.size() > MOST) {
            said.add("the first " + MOST + " of each are shown");
        }
        return title + ": " + String.join("; ", said) + ".";
    }

    private String said(Cell cell) {
        return rows.get(cell.row()) + " against " + columns.get(cell.column()) + " " + Numbers.of(cell.share()) + " of "
                + Numbers.count(cell.n(), thing);
    }

    @Override
    public Table table() {
        return Table.of(
                List.of("Row", "Column", "Share", "Number", "Note"),
                drawn().stream()
                        .map(cell -> List.of(
                                rows.get(cell.row()),
                                columns.get(cell.column()),
                                Numbers.of(cell.share()),
                                Numbers.of((double) cell.n()),
                                Words.join(", ", cell.n() < least ? "too few" : "", cell.note())))
                        .toList());
    }

    @Override
    public Content svg() {
        if (isEmpty()) {
            return Svg.nothing();
        }
        int down = Math.min(MOST, rows.size());
        int across = Math.min(MOST, columns.size());
        boolean slanted = columns.stream().limit(MOST).anyMatch(name -> Words.width(name) > CELL - 6);
        double left = 10 + Words.widest(rows.subList(0, down), NAME);
        double slope = StrictMath.sqrt(0.5);
        double longest = Words.widest(columns.subList(0, across), NAME);
        double top = slanted ? 18 + longest * slope : 22;
        double beyond = slanted ? Math.max(4, longest * slope - CELL / 2 + 14) : 4;
        int moreRows = rows.size() - down;
        int moreColumns = columns.size() - across;
        double width = left + across * CELL + Math.max(beyond, moreColumns > 0 ? 60 : 0);
        double height = top + down * ROW + (moreRows > 0 ? 22 : 4);
        Svg svg = new Svg("matrix", width, height, sentence());
        for (int i = 0; i < across; i++) {
            double x = left + i * CELL + CELL / 2;
            String name = Words.fit(columns.get(i), NAME);
            if (slanted) {
                svg.open("g", "transform", "rotate(-45 " + Numbers.place(x) + " " + Numbers.place(top - 6) + ")");
                svg.text(x, top - 6, "label", "start", name).close();
            } else {
                svg.text(x, top - 7, "label", "middle", name);
            }
        }
        for (int i = 0; i < down; i++) {
            svg.text(left - 8, top + i * ROW + ROW / 2 + 4, "label", "end", Words.fit(rows.get(i), NAME));
        }
        if (moreColumns > 0) {
            svg.text(left + across * CELL + 8, top + ROW / 2 + 4, "soft", "start", "+" + moreColumns);
        }
        if (moreRows > 0) {
            svg.text(left - 8, height - 6, "soft", "end", "+" + moreRows);
        }
        Map<Long, Cell> known = new HashMap<>();
        drawn().forEach(cell -> known.put((long) cell.row() * MOST + cell.column(), cell));
        for (int row = 0; row < down; row++) {
            double y = top + row * ROW;
            List<String> free = new ArrayList<>();
            for (int column = 0; column < across; column++) {
                double x = left + column * CELL;
                Cell cell = known.get((long) row * MOST + column);
                if (cell == null) {
                    free.add(Numbers.place(x + CELL / 2));
                } else {
                    svg.mark(Words.join("; ", said(cell), cell.note()), cell.href(), () -> cell(svg, cell, x, y));
                }
            }
            if (!free.isEmpty()) {
                svg.letters(free, y + ROW / 2 + 4, "grid", "middle", "·".repeat(free.size()));
            }
        }
        return svg.content();
    }

    private void cell(Svg svg, Cell cell, double x, double y) {
        boolean grey = cell.n() < least;
        Tone tone = grey ? Tone.SOFT : cell.share() >= 0.5 ? high : low;
        double strength = grey ? 0.08 : 0.06 + Math.abs(cell.share() - 0.5) * 0.88;
        svg.add(
                "rect",
                "class",
                (grey ? "cell grey " : "cell ") + tone.css(),
                "x",
                x + 1,
                "y",
                y + 1,
                "width",
                CELL - 2,
                "height",
                ROW - 2,
                "rx",
                2,
                "fill-opacity",
                strength);
        svg.text(x + CELL / 2, y + ROW / 2 + 4, grey ? "soft" : "label", "middle", Numbers.fixed(cell.share(), 2));
    }

    private List<Cell> drawn() {
        return cells.stream()
                .filter(cell -> cell.row() < MOST && cell.column() < MOST)
                .toList();
    }
}

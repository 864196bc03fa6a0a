package dev.stoa.evolution.scenario;

/**
 * One thing that is wrong with a scenario. Immutable.
 *
 * @param line the line in the file, 0 where there is none
 * @param column the column in the line
 * @param field the field, such as {@code actors[1].brain}; empty for the file as a whole
 * @param message what is wrong
 */
public record Problem(int line, int column, String field, String message) {
    /** It as one line: {@code FILE:LINE:COLUMN: FIELD: message}. */
    public String shown(String file) {
        String place = line > 0 ? file + ":" + line + ":" + column : file;
        return (place.isEmpty() ? "" : place + ": ") + (field.isEmpty() ? "" : field + ": ") + message;
    }
}

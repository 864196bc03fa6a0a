package dev.stoa.cli.log;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** A logger that writes to the {@link LogOutput} of the process, if that hears it. Thread-safe. */
final class OutputLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1;

    OutputLogger(String name) {
        this.name = name;
    }

    @Override
    public boolean isTraceEnabled() {
        return isEnabled(Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return isEnabled(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return isEnabled(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return isEnabled(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return isEnabled(Level.ERROR);
    }

    private boolean isEnabled(Level level) {
        LogOutput output = LogOutput.ofThisProcess();
        return output != null && output.hears(name, level);
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            @Nullable String pattern,
            Object @Nullable [] arguments,
            @Nullable Throwable cause) {
        LogOutput output = LogOutput.ofThisProcess();
        if (output != null) {
            String message = MessageFormatter.basicArrayFormat(pattern, arguments);
            output.write(name, level, Objects.requireNonNullElse(message, ""), cause);
        }
    }
}

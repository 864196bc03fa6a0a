package dev.stoa.testing;

import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** The SLF4J provider of tests: what nobody captures is dropped, and the rest is for {@link CapturedLog}. Thread-safe. */
public final class CapturingLogProvider implements SLF4JServiceProvider {
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();

    @Override
    public ILoggerFactory getLoggerFactory() {
        return Capturing::new;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return context;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {}

    private static final class Capturing extends LegacyAbstractLogger {
        private static final long serialVersionUID = 1;

        Capturing(String name) {
            this.name = name;
        }

        @Override
        public boolean isTraceEnabled() {
            return CapturedLog.wantsEverything(name);
        }

        @Override
        public boolean isDebugEnabled() {
            return CapturedLog.wantsEverything(name);
        }

        @Override
        public boolean isInfoEnabled() {
            return CapturedLog.wants(name);
        }

        @Override
        public boolean isWarnEnabled() {
            return CapturedLog.wants(name);
        }

        @Override
        public boolean isErrorEnabled() {
            return CapturedLog.wants(name);
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
            CapturedLog.take(name, level, MessageFormatter.basicArrayFormat(pattern, arguments), cause);
        }
    }
}

package dev.stoa.browser;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the one browser and the one demo of the JVM, which end with the last of them. Stateless. */
final class BrowserParameter implements ParameterResolver {
    private static final Namespace OURS = Namespace.create(BrowserParameter.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Browser.class || type == DemoSite.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        ExtensionContext.Store kept = context.getStore(StoreScope.LAUNCHER_SESSION, OURS);
        return parameter.getParameter().getType() == DemoSite.class
                ? kept.computeIfAbsent(DemoSite.class, type -> DemoSite.start(), DemoSite.class)
                : kept.computeIfAbsent(Browser.class, type -> Browser.start(), Browser.class);
    }
}

package dev.stoa.browser;

import dev.stoa.testing.NeedsTool;
import dev.stoa.testing.Tool;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** A class whose tests take a {@link Browser} or a {@link DemoSite} as a parameter. Where no Chromium is installed they are skipped. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@NeedsTool(Tool.CHROMIUM)
@ExtendWith(BrowserParameter.class)
public @interface InBrowser {}

package dev.stoa.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * Marks tests that hold on SQLite and on PostgreSQL: the class is run once on each, with the {@code Dialect} as its
 * {@code @Parameter}. The system property {@code stoa.test.databases}, such as {@code sqlite}, names fewer.
 */
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass
@ArgumentsSource(Databases.class)
public @interface OnBothDatabases {}

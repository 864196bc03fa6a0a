package dev.stoa.docs;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;

/**
 * The rules of the house for the packages below a root. Immutable. The root is a parameter so that each rule can be
 * shown to fail on a broken house; a rule allows its packages to be empty, so it cannot notice that one was renamed.
 */
record HouseRules(String root) {
    private static final String[] ABOVE_CORE = {
        "embedder", "z3", "seal", "engine", "server", "cli", "browser", "bench", "docs"
    };
    private static final int FILES_IN_A_PACKAGE = 40;
    private static final List<String> WINGS = List.of("debate", "learning", "society", "counsel", "evolution");

    ArchRule coreKnowsNothingAboveIt() {
        var above = packages("embedder", "z3", "seal", "engine", "server", "cli");
        return never(resideInAPackage(root + "..").and(not(above)), above);
    }

    /** The modules that core looks for may be there alone,. */
    ArchRule whatCoreFindsKnowsCoreAlone() {
        return never(packages("embedder", "z3", "seal"), packages("engine", "server", "cli"));
    }

    ArchRule engineKnowsNothingAboveIt() {
        return never(packages("engine"), packages("server", "cli"));
    }

    ArchRule serverKnowsNothingAboveIt() {
        return never(packages("server"), packages("cli"));
    }

    /** A handler that reached for the rows could forget whose they are; stores decide that. */
    ArchRule handlersKnowNoStorage() {
        return never(packages("server.rest", "server.mcp", "server.openai"), packages("storage"));
    }

    /** Who acts is decided at the door alone: a handler that made a person of its own would pass every check. */
    ArchRule theServerActsForTheCaller() {
        return noClasses()
                .that(packages("server"))
                .and(not(packages("server.access")))
                .should()
                .accessTargetWhere(accessTo("dev\\.stoa\\.base\\.Principal", "local|operator"))
                .allowEmptyShould(true);
    }

    ArchRule storageKnowsNeitherSearchNorWings() {
        return never(packages("storage"), packages("search").or(packages(WINGS.toArray(String[]::new))));
    }

    ArchRule searchKnowsNoWing() {
        return never(packages("search"), packages(WINGS.toArray(String[]::new)));
    }

    ArchRule noWingKnowsAnother() {
        return slices().matching(root + ".(" + String.join("|", WINGS) + ")..")
                .should()
                .notDependOnEachOther()
                .allowEmptyShould(true);
    }

    /** Over all packages of all modules: each is a slice of its own, whatever it lies in. */
    ArchRule noCirclesBetweenPackages() {
        return slices().matching(root + ".(**)").should().beFreeOfCycles().allowEmptyShould(true);
    }

    /** The entry point has no slice of its own among the packages below it, so it gets a rule of its own. */
    ArchRule coreDoesNotUseItsEntryPoint() {
        return never(resideInAPackage(root + ".*..").and(not(packages(ABOVE_CORE))), resideInAPackage(root));
    }

    ArchRule theBaseUsesNothingOfOurs() {
        return never(packages("base"), resideInAPackage(root + "..").and(not(packages("base"))));
    }

    ArchRule jsonUsesTheBaseAlone() {
        return never(packages("json"), resideInAPackage(root + "..").and(not(packages("json", "base"))));
    }

    /** A reader finds a class among at most forty others. */
    ArchRule noPackageIsCrowded() {
        String description = "live in a package of at most " + FILES_IN_A_PACKAGE + " files";
        return classes()
                .that(resideInAPackage(root + ".."))
                .should(new ArchCondition<>(description) {
                    private Map<String, Long> files = Map.of();

                    // Counted among the classes of the rule: a package also has what is found beside them, as tests.
                    @Override
                    public void init(Collection<JavaClass> all) {
                        files = all.stream()
                                .filter(JavaClass::isTopLevelClass)
                                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
                    }

                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        String name = type.getPackageName();
                        boolean holds = files.getOrDefault(name, 0L) <= FILES_IN_A_PACKAGE;
                        events.add(new SimpleConditionEvent(type, holds, name + " should " + description));
                    }
                })
                .allowEmptyShould(true);
    }

    /** The rules of a debate are functions: the same input gives the same result on every machine, now and later. */
    ArchRule debateRulesArePure() {
        var effects = resideInAnyPackage(
                        "java.io..",
                        "java.net..",
                        "java.nio.channels..",
                        "java.nio.file..",
                        "java.security..",
                        "java.sql..")
                .and(not(named("java\\.io\\.Serializable")));
        var clocksAndChance = named("java\\.time\\.(Clock|InstantSource)|java\\.util\\.(.*\\.)?\\w*Random\\w*");
        var archives = packages("storage");
        var now = accessTo("java\\.time\\..*", "now")
                .or(accessTo("java\\.lang\\.System", "nanoTime|currentTimeMillis"))
                .or(accessTo("java\\.lang\\.Math", "random"))
                .or(accessTo("java\\.util\\.UUID", "randomUUID"));
        return noClasses()
                .that(packages("debate.rules"))
                .should()
                .dependOnClassesThat(effects.or(clocksAndChance).or(archives))
                .orShould()
                .accessTargetWhere(now)
                .allowEmptyShould(true);
    }

    ArchRule everyPackageIsNullMarked() {
        return classes()
                .that(resideInAPackage(root + ".."))
                .should(hold(
                        "live in a package that is @NullMarked", HouseRules::isNullMarked, JavaClass::getPackageName))
                .allowEmptyShould(true);
    }

    ArchRule nobodyUsesJavaUtilLogging() {
        return never(resideInAPackage(root + ".."), resideInAPackage("java.util.logging.."));
    }

    ArchRule onlyTheCommandLineWritesToTheTerminal() {
        // The harness is a program of its own, which closes its streams before it runs what somebody else wrote.
        return noClasses()
                .that(not(packages("cli", "engine.code.harness")))
                .should(ACCESS_STANDARD_STREAMS)
                .allowEmptyShould(true);
    }

    ArchRule nobodySleeps() {
        return noClasses()
                .should()
                .accessTargetWhere(accessTo("java\\.lang\\.Thread|java\\.util\\.concurrent\\.TimeUnit", "sleep"))
                .allowEmptyShould(true);
    }

    ArchRule staticsAreConstants() {
        return fields().that()
                .areStatic()
                .should(hold("be constant", HouseRules::isConstant, JavaField::getFullName))
                .allowEmptyShould(true);
    }

    private static boolean isNullMarked(JavaClass type) {
        return type.getPackage().isAnnotatedWith(NullMarked.class);
    }

    /** Final, and not a public array, because the cells of an array are never final. */
    private static boolean isConstant(JavaField field) {
        boolean openArray = field.getRawType().isArray() && field.getModifiers().contains(JavaModifier.PUBLIC);
        return field.getModifiers().contains(JavaModifier.FINAL) && !openArray;
    }

    private static ArchRule never(DescribedPredicate<JavaClass> these, DescribedPredicate<JavaClass> those) {
        return noClasses().that(these).should().dependOnClassesThat(those).allowEmptyShould(true);
    }

    private DescribedPredicate<JavaClass> packages(String... names) {
        return resideInAnyPackage(
                List.of(names).stream().map(name -> root + "." + name + "..").toArray(String[]::new));
    }

    private static DescribedPredicate<JavaClass> named(String pattern) {
        Predicate<String> matches = Pattern.compile(pattern).asMatchPredicate();
        return describe("are named " + pattern, type -> matches.test(type.getName()));
    }

    /** Accesses and not only calls, so that a method reference is no way round. */
    private static DescribedPredicate<JavaAccess<?>> accessTo(String owner, String name) {
        Predicate<String> ownerMatches = Pattern.compile(owner).asMatchPredicate();
        Predicate<String> nameMatches = Pattern.compile(name).asMatchPredicate();
        return describe(
                "the target is " + owner + "." + name,
                access -> ownerMatches.test(access.getTargetOwner().getName()) && nameMatches.test(access.getName()));
    }

    private static <T> ArchCondition<T> hold(String description, Predicate<T> condition, Function<T, String> name) {
        return new ArchCondition<>(description) {
            @Override
            public void check(T item, ConditionEvents events) {
                boolean holds = condition.test(item);
                events.add(new SimpleConditionEvent(item, holds, name.apply(item) + " should " + description));
            }
        };
    }
}

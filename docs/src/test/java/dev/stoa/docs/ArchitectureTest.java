package dev.stoa.docs;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the compiled modules to the rules of the house, and shows for every rule that it can fail. */
class ArchitectureTest {
    private static final JavaClasses COMPILED = new ClassFileImporter().importPaths(Clone.compiled());
    // The command line compiles picocli into its own classes; its rules are its own.
    private static final JavaClasses HOUSE = COMPILED.that(resideInAPackage("dev.stoa.."))
            // Made of templates by a program; the rules are for what people write.
            .that(resideOutsideOfPackage("dev.stoa.server.console.jte.."));
    private static final JavaClasses BROKEN = new ClassFileImporter().importPackages("dev.stoa.docs.broken");

    /** A rule, and the broken class or package that its report must name. */
    record Case(String rule, Function<HouseRules, ArchRule> of, String culprit) {
        @Override
        public String toString() {
            return rule;
        }
    }

    static List<Case> rules() {
        return List.of(
                new Case("core knows nothing above it", HouseRules::coreKnowsNothingAboveIt, "society.CoreUsesEngine"),
                new Case(
                        "core does not know what it finds",
                        HouseRules::coreKnowsNothingAboveIt,
                        "search.CoreUsesModel"),
                new Case(
                        "what core finds knows core alone",
                        HouseRules::whatCoreFindsKnowsCoreAlone,
                        "z3.ProverUsesEngine"),
                new Case(
                        "engine knows nothing above it",
                        HouseRules::engineKnowsNothingAboveIt,
                        "engine.EngineUsesServer"),
                new Case(
                        "server knows nothing above it", HouseRules::serverKnowsNothingAboveIt, "server.ServerUsesCli"),
                new Case("handlers", HouseRules::handlersKnowNoStorage, "server.rest.HandlerUsesStorage"),
                new Case("who acts", HouseRules::theServerActsForTheCaller, "server.rest.HandlerActsAsAPerson"),
                new Case("storage", HouseRules::storageKnowsNeitherSearchNorWings, "storage.StorageUsesSearch"),
                new Case("search", HouseRules::searchKnowsNoWing, "search.SearchUsesWing"),
                new Case("wings", HouseRules::noWingKnowsAnother, "debate.WingUsesWing"),
                new Case("circles", HouseRules::noCirclesBetweenPackages, "learning.memory.CircleThere"),
                new Case(
                        "circles: a package and one below it",
                        HouseRules::noCirclesBetweenPackages,
                        "learning.ParentUsesChild"),
                new Case("the entry point", HouseRules::coreDoesNotUseItsEntryPoint, "json.JsonUsesEntryPoint"),
                new Case("the base", HouseRules::theBaseUsesNothingOfOurs, "base.BaseUsesJson"),
                new Case("json", HouseRules::jsonUsesTheBaseAlone, "json.JsonUsesStorage"),
                new Case("crowded packages", HouseRules::noPackageIsCrowded, "dev.stoa.docs.broken.crowded should"),
                new Case("debate rules are pure: files", HouseRules::debateRulesArePure, "debate.rules.RuleReadsFile"),
                new Case("debate rules are pure: time", HouseRules::debateRulesArePure, "debate.rules.RuleAsksTheTime"),
                new Case(
                        "debate rules are pure: data", HouseRules::debateRulesArePure, "debate.rules.RuleReadsArchive"),
                new Case("null-marked", HouseRules::everyPackageIsNullMarked, "dev.stoa.docs.broken.counsel should"),
                new Case("java.util.logging", HouseRules::nobodyUsesJavaUtilLogging, "evolution.Logs"),
                new Case("terminal", HouseRules::onlyTheCommandLineWritesToTheTerminal, "evolution.Prints"),
                new Case("sleep", HouseRules::nobodySleeps, "evolution.Sleeps"),
                new Case("statics: variable", HouseRules::staticsAreConstants, "evolution.Mutable.count"),
                new Case("statics: array", HouseRules::staticsAreConstants, "evolution.Mutable.NAMES"));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void theHouseKeepsItsRules(Case rule) {
        rule.of().apply(new HouseRules("dev.stoa")).check(HOUSE);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void aBrokenHouseIsNoticed(Case rule) {
        assertThatThrownBy(() ->
                        rule.of().apply(new HouseRules("dev.stoa.docs.broken")).check(BROKEN))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(rule.culprit());
    }

    @Test
    void theCommandLineOfABrokenHouseMayPrint() {
        assertThatThrownBy(() -> new HouseRules("dev.stoa.docs.broken")
                        .onlyTheCommandLineWritesToTheTerminal()
                        .check(BROKEN))
                .hasMessageNotContaining("cli.Terminal");
    }

    @Test
    void everyModuleIsLookedAt() {
        Set<String> packages = HOUSE.stream().map(type -> type.getPackageName()).collect(Collectors.toSet());

        assertThat(packages)
                .contains(
                        "dev.stoa",
                        "dev.stoa.embedder",
                        "dev.stoa.z3",
                        "dev.stoa.engine",
                        "dev.stoa.server",
                        "dev.stoa.cli");
    }

    /** A method whose type is in a hidden package cannot be called by those it was written for. */
    @Test
    void everyTypeThatAUserMeetsIsInAnExportedPackage() {
        Set<String> exported = Clone.LIBRARIES.stream()
                .map(name ->
                        ModuleFinder.of(Clone.jar(name)).findAll().iterator().next())
                .flatMap(module -> module.descriptor().isAutomatic()
                        ? module.descriptor().packages().stream()
                        : module.descriptor().exports().stream().map(ModuleDescriptor.Exports::source))
                .collect(Collectors.toSet());

        Set<String> hidden = COMPILED.stream()
                .filter(type -> exported.contains(type.getPackageName()) && isPublic(type))
                .flatMap(type -> type.getCodeUnits().stream())
                .filter(unit -> unit.getModifiers().contains(JavaModifier.PUBLIC))
                .flatMap(
                        unit -> Stream.concat(Stream.of(unit.getRawReturnType()), unit.getRawParameterTypes().stream()))
                .map(JavaClass::getBaseComponentType)
                .map(JavaClass::getPackageName)
                .filter(name -> name.startsWith("dev.stoa") && !exported.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(hidden).isEmpty();
    }

    /** On the module path the engine, like any other program, sees the exported packages of core and no others. */
    @Test
    void whatOneLibraryUsesOfAnotherIsExported() {
        Map<String, ModuleDescriptor> owners = Clone.LIBRARIES.stream()
                .map(name -> ModuleFinder.of(Clone.jar(name))
                        .findAll()
                        .iterator()
                        .next()
                        .descriptor())
                .flatMap(module -> module.packages().stream().map(name -> Map.entry(name, module)))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

        Set<String> hidden = COMPILED.stream()
                .filter(type -> owners.containsKey(type.getPackageName()))
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(use -> {
                    ModuleDescriptor user = owners.get(use.getOriginClass().getPackageName());
                    String name = use.getTargetClass().getBaseComponentType().getPackageName();
                    ModuleDescriptor owner = owners.get(name);
                    return owner != null
                            && !owner.equals(user)
                            && !owner.isAutomatic()
                            && owner.exports().stream()
                                    .noneMatch(export -> export.source().equals(name));
                })
                .map(use -> use.getDescription())
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(hidden).isEmpty();
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC);
    }
}

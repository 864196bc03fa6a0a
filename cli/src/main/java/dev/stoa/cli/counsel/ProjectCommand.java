package dev.stoa.cli.counsel;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.base.Times;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.cli.console.Documents;
import dev.stoa.cli.console.PageOptions;
import dev.stoa.counsel.conversation.Project;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The noun {@code project}: names under which conversations are kept together. Used by one thread. */
@Command(
        name = "project",
        description = "Create and list projects, which group conversations.",
        addMethodSubcommands = false)
public final class ProjectCommand extends CommandGroup {
    @Command(name = "new", description = "Create a project; several may have the same name.")
    void create(
            @Parameters(paramLabel = "NAME", description = "Name of the project, up to 200 characters.") String name) {
        try (Stoa stoa = main.open()) {
            Project project = stoa.counsel().projects().create(main.principal(), name);
            main.print(project.document(), List.of("project " + project.projectId() + " created"));
        }
    }

    @Command(name = "list", description = "List projects, newest first.")
    void list(@Mixin PageOptions paging) {
        try (Stoa stoa = main.open()) {
            Page<Project> page = stoa.counsel().projects().list(main.principal(), paging.request());
            Columns columns = new Columns();
            page.items()
                    .forEach(project ->
                            columns.row(project.projectId(), Times.show(project.createdAt()), project.name()));
            main.print(
                    Documents.page(page, Project::document),
                    page.items().isEmpty() ? List.of("no projects") : columns.lines());
        }
    }
}

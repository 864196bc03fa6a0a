package dev.stoa.server.http;

import java.util.Optional;

/** The pages that a server has beside its API. Thread-safe. */
public interface Site {
    /** No pages. */
    Site NONE = new Site() {
        @Override
        public Optional<Routes.Found> find(String path) {
            return Optional.empty();
        }

        @Override
        public ProblemForm.Told tell(Problem problem, Doorkeeper.Visit visit) {
            return ProblemForm.Told.json(problem.status(), problem.document(visit.requestId()));
        }
    };

    /** What a path leads to, which is given as it was sent. */
    Optional<Routes.Found> find(String path);

    /** A problem of a page as a page. */
    ProblemForm.Told tell(Problem problem, Doorkeeper.Visit visit);
}

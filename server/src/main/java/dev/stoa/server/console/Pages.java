package dev.stoa.server.console;

import java.util.ArrayList;
import java.util.List;

/** Every page of the console. Stateless. */
final class Pages {
    private Pages() {}

    static List<Page> all() {
        List<Page> pages = new ArrayList<>();
        pages.addAll(HomePages.pages());
        pages.addAll(DebatePages.pages());
        pages.addAll(FindPages.pages());
        pages.addAll(LearningPages.pages());
        pages.addAll(ConclusionPages.pages());
        pages.addAll(MemoryPages.pages());
        pages.addAll(RatingPages.pages());
        pages.addAll(ChannelPages.pages());
        pages.addAll(EvidencePages.pages());
        pages.addAll(SocietyPages.pages());
        pages.addAll(WorkPages.pages());
        pages.addAll(CounselPages.pages());
        pages.addAll(CorrectionPages.pages());
        pages.addAll(AuditPages.pages());
        pages.addAll(EvolutionPages.pages());
        pages.addAll(RunPages.pages());
        pages.addAll(ProfilePages.pages());
        pages.addAll(OperationPages.pages());
        pages.addAll(ArchivePages.pages());
        return pages;
    }
}

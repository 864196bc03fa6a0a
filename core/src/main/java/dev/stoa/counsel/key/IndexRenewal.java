package dev.stoa.counsel.key;

import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.keyword.KeywordIndex;
import dev.stoa.counsel.seal.SealState;

/**
 * Makes everything that depends on the key of the index once more, after it was replaced or the archive was sealed. Used
 * by one thread. It begins from the start when it was cut short, which changes nothing that is right already.
 */
final class IndexRenewal {
    private final CounselContext context;

    IndexRenewal(CounselContext context) {
        this.context = context;
    }

    /** Whether anything was to be made. */
    boolean run() {
        String mark = context.seal().indexMark();
        if (mark.equals(SealState.of(context.archive()).renewed())) {
            return false;
        }
        new TailRenewal(context).run();
        new SubjectRenewal(context).run();
        context.archive().write(tx -> {
            context.seal().admit(tx);
            // The messages go into the index once more, under the key it has now.
            KeywordIndex.renew(tx);
            SealState.renewed(tx, mark);
            return 0;
        });
        return true;
    }
}

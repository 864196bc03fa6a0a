package dev.stoa.counsel.assertion;

/** A check whose time grows with the length of the text and no faster, so that it needs no limit. */
interface QuickCheck extends AssertionCheck {
    @Override
    CheckResult check(String answer, CheckParameters parameters, CheckContext context);
}

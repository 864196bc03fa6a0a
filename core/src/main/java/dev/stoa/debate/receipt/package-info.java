/** Receipts of debates as JSON, HTML and Markdown, and their verification. */
@NullMarked
package dev.stoa.debate.receipt;

import org.jspecify.annotations.NullMarked;

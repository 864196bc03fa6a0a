/** What the pages of learning show: charts and rows that are made of answers of the API. */
@NullMarked
package dev.stoa.server.console.learn;

import org.jspecify.annotations.NullMarked;

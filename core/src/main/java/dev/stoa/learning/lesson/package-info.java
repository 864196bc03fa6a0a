/** What debates have taught, kept in the debate archive: how lessons are made, found, counted and retired. */
@NullMarked
package dev.stoa.learning.lesson;

import org.jspecify.annotations.NullMarked;

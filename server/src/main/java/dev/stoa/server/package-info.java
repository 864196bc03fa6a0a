/** The record and its engines over HTTP: handlers parse, authorise, call and render, and decide nothing themselves. */
@NullMarked
package dev.stoa.server;

import org.jspecify.annotations.NullMarked;

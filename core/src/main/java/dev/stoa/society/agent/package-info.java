/** The register of agents: draft, change, rename, archive, merge and count them. */
@NullMarked
package dev.stoa.society.agent;

import org.jspecify.annotations.NullMarked;

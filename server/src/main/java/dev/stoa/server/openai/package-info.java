/** The endpoint that speaks as OpenAI's service does: chat, models and embeddings. */
@NullMarked
package dev.stoa.server.openai;

import org.jspecify.annotations.NullMarked;

package dev.stoa.debate.rules;
final class ReplySchemas { static String instruction(ReplyKind k, ReplyContext c) { return ""; } }

package dev.stoa.debate.rules;
public final class ReplySchemas { public static java.util.Map<String, @org.jspecify.annotations.Nullable Object> schema(ReplyKind k, ReplyContext c) { return java.util.Map.of(); }
 static String instruction(ReplyKind k, ReplyContext c) { return ""; } }

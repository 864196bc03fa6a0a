/** Providers and the engines over the record. */
module dev.stoa.engine {
    requires transitive dev.stoa.core;
    requires java.compiler;
    requires java.net.http;
    requires langchain4j.anthropic;
    requires langchain4j.core;
    requires langchain4j.google.ai.gemini;
    requires langchain4j.http.client;
    requires langchain4j.ollama;
    requires langchain4j.open.ai;
    requires org.slf4j;
    requires org.tomlj;
    // The clients above name no modules they need, and without this one none of them reads JSON.
    requires com.fasterxml.jackson.databind;

    exports dev.stoa.engine;
    exports dev.stoa.engine.access;
    exports dev.stoa.engine.assembly;
    exports dev.stoa.engine.code;
    exports dev.stoa.engine.code.harness;
    exports dev.stoa.engine.counsel;
    exports dev.stoa.engine.debate;
    exports dev.stoa.engine.demo;
    exports dev.stoa.engine.evolution;
    exports dev.stoa.engine.learn;
    exports dev.stoa.engine.provider;
    exports dev.stoa.engine.provider.evidence;
    exports dev.stoa.engine.society;
    exports dev.stoa.engine.tunnel;
    exports dev.stoa.engine.upkeep;

    provides dev.stoa.config.ModuleSource with
            dev.stoa.engine.EngineModules;
}

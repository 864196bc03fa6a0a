/** Storage, search and the five wings. */
module dev.stoa.core {
    requires transitive java.sql;
    requires transitive org.jspecify;
    requires com.zaxxer.hikari;
    requires io.github.javadiffutils;
    requires org.apache.pdfbox;
    requires org.jsoup;
    requires org.postgresql.jdbc;
    requires org.slf4j;
    requires org.tomlj;
    requires org.xerial.sqlitejdbc;
    requires tools.jackson.core;

    exports dev.stoa;
    exports dev.stoa.base;
    exports dev.stoa.config;
    exports dev.stoa.counsel;
    exports dev.stoa.counsel.access;
    exports dev.stoa.counsel.assertion;
    exports dev.stoa.counsel.audit;
    exports dev.stoa.counsel.backup;
    exports dev.stoa.counsel.base;
    exports dev.stoa.counsel.conversation;
    exports dev.stoa.counsel.correction;
    exports dev.stoa.counsel.foreign;
    exports dev.stoa.counsel.key;
    exports dev.stoa.counsel.keyword;
    exports dev.stoa.counsel.run;
    exports dev.stoa.counsel.seal;
    exports dev.stoa.counsel.specialist;
    exports dev.stoa.debate;
    exports dev.stoa.debate.external;
    exports dev.stoa.debate.proof;
    exports dev.stoa.debate.receipt;
    exports dev.stoa.debate.rules.config;
    exports dev.stoa.debate.session;
    exports dev.stoa.evolution;
    exports dev.stoa.evolution.base;
    exports dev.stoa.evolution.created;
    exports dev.stoa.evolution.episode;
    exports dev.stoa.evolution.memory;
    exports dev.stoa.evolution.profile;
    exports dev.stoa.evolution.retention;
    exports dev.stoa.evolution.run;
    exports dev.stoa.evolution.transfer;
    exports dev.stoa.evolution.verdict;
    exports dev.stoa.learning;
    exports dev.stoa.learning.breaker;
    exports dev.stoa.learning.consensus;
    exports dev.stoa.learning.critique;
    exports dev.stoa.learning.evidence;
    exports dev.stoa.learning.lesson;
    exports dev.stoa.learning.memory;
    exports dev.stoa.learning.proof;
    exports dev.stoa.learning.rating;
    exports dev.stoa.society;
    exports dev.stoa.society.agent;
    exports dev.stoa.society.base;
    exports dev.stoa.society.channel;
    exports dev.stoa.society.context;
    exports dev.stoa.society.feed;
    exports dev.stoa.society.graph;
    exports dev.stoa.society.knowledge;
    exports dev.stoa.society.message;
    exports dev.stoa.society.note;
    exports dev.stoa.society.run;
    exports dev.stoa.society.work;
    exports dev.stoa.storage;
    exports dev.stoa.storage.move;
    exports dev.stoa.storage.site;

    // For the other modules of Stoa: the rules, the backends and the formats behind the stores.
    exports dev.stoa.debate.rules to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.debate.rules.code to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.debate.rules.outcome to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.debate.rules.prompt to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.debate.rules.record to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.debate.rules.reply to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.debate.rules.sim to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.debate.rules.teaching to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.debate.rules.voting to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.evolution.brain to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.evolution.issue to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.evolution.judge to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.evolution.loop to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.evolution.plateau to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.evolution.play to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.evolution.scenario to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.evolution.search to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.evolution.trial to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.json to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.process to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.search.text to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.search.vector to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.society.foreign to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.society.index to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.storage.backup to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.storage.foreign to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.storage.postgres to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.storage.schema to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;
    exports dev.stoa.storage.sqlite to
            dev.stoa.embedder,
            dev.stoa.z3,
            dev.stoa.seal,
            dev.stoa.engine,
            dev.stoa.server,
            dev.stoa.cli,
            dev.stoa.bench;

    uses dev.stoa.config.ModuleSource;
    uses dev.stoa.counsel.assertion.AssertionCheck;
    uses dev.stoa.counsel.seal.KeysetLibrary;
    uses dev.stoa.learning.proof.ProverProgram;
    uses dev.stoa.search.vector.SentenceModelProvider;
    uses org.slf4j.spi.SLF4JServiceProvider;
}

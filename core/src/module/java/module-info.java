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
    exports dev.stoa.debate;
    exports dev.stoa.debate.rules;
    exports dev.stoa.evolution;
    exports dev.stoa.json;
    exports dev.stoa.learning;
    exports dev.stoa.learning.breaker;
    exports dev.stoa.learning.consensus;
    exports dev.stoa.learning.critique;
    exports dev.stoa.learning.evidence;
    exports dev.stoa.learning.memory;
    exports dev.stoa.learning.rating;
    exports dev.stoa.search;
    exports dev.stoa.society;
    exports dev.stoa.society.agent;
    exports dev.stoa.society.base;
    exports dev.stoa.society.channel;
    exports dev.stoa.society.context;
    exports dev.stoa.society.feed;
    exports dev.stoa.society.foreign;
    exports dev.stoa.society.graph;
    exports dev.stoa.society.index;
    exports dev.stoa.society.knowledge;
    exports dev.stoa.society.message;
    exports dev.stoa.society.note;
    exports dev.stoa.society.run;
    exports dev.stoa.society.work;
    exports dev.stoa.storage;
    exports dev.stoa.storage.backup;
    exports dev.stoa.storage.foreign;
    exports dev.stoa.storage.postgres;
    exports dev.stoa.storage.schema;
    exports dev.stoa.storage.site;
    exports dev.stoa.storage.sqlite;

    uses dev.stoa.config.ModuleSource;
    uses dev.stoa.learning.consensus.ProverProgram;
    uses dev.stoa.search.SentenceModelProvider;
    uses org.slf4j.spi.SLF4JServiceProvider;
}

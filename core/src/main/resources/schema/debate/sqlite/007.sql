ALTER TABLE code_versions ADD COLUMN IF NOT EXISTS parent_version INTEGER;
ALTER TABLE code_versions ADD COLUMN IF NOT EXISTS agent_id VARCHAR(255);
ALTER TABLE code_versions ADD COLUMN IF NOT EXISTS code_sha256 CHAR(64);

CREATE TABLE IF NOT EXISTS code_tests (
    session_id TEXT NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    name VARCHAR(255) NOT NULL,
    origin VARCHAR(20) NOT NULL CONSTRAINT chk_code_tests_origin CHECK (origin IN ('supplied', 'generated')),
    author VARCHAR(255),
    hidden INTEGER NOT NULL DEFAULT 0 CONSTRAINT chk_code_tests_hidden CHECK (hidden IN (0, 1)),
    body TEXT NOT NULL,
    PRIMARY KEY (session_id, name)
);

CREATE TABLE IF NOT EXISTS code_test_results (
    version_id TEXT NOT NULL REFERENCES code_versions(id) ON DELETE CASCADE,
    name VARCHAR(255) NOT NULL,
    status VARCHAR(20) NOT NULL,
    duration_ms INTEGER,
    message TEXT,
    PRIMARY KEY (version_id, name),
    CONSTRAINT chk_code_test_results_status
        CHECK (status IN ('passed', 'failed', 'error', 'timeout', 'crashed', 'compile_error', 'not_run'))
);

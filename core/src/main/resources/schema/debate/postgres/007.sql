ALTER TABLE code_versions ADD COLUMN IF NOT EXISTS parent_version integer;
ALTER TABLE code_versions ADD COLUMN IF NOT EXISTS agent_id varchar(255);
ALTER TABLE code_versions ADD COLUMN IF NOT EXISTS code_sha256 char(64);

CREATE TABLE IF NOT EXISTS code_tests (
    session_id uuid NOT NULL REFERENCES debate_sessions(id) ON DELETE CASCADE,
    name varchar(255) NOT NULL,
    origin varchar(20) NOT NULL CONSTRAINT chk_code_tests_origin CHECK (origin IN ('supplied', 'generated')),
    author varchar(255),
    hidden integer NOT NULL DEFAULT 0 CONSTRAINT chk_code_tests_hidden CHECK (hidden IN (0, 1)),
    body text NOT NULL,
    PRIMARY KEY (session_id, name)
);

CREATE TABLE IF NOT EXISTS code_test_results (
    version_id uuid NOT NULL REFERENCES code_versions(id) ON DELETE CASCADE,
    name varchar(255) NOT NULL,
    status varchar(20) NOT NULL,
    duration_ms integer,
    message text,
    PRIMARY KEY (version_id, name),
    CONSTRAINT chk_code_test_results_status
        CHECK (status IN ('passed', 'failed', 'error', 'timeout', 'crashed', 'compile_error', 'not_run'))
);

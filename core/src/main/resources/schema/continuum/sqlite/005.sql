CREATE TABLE IF NOT EXISTS memory_events (
    seq INTEGER PRIMARY KEY,
    memory_id TEXT,
    kind TEXT,
    detail TEXT,
    actor TEXT,
    created_at TEXT
);

CREATE INDEX IF NOT EXISTS idx_memory_events_memory ON memory_events(memory_id, seq);

CREATE TRIGGER IF NOT EXISTS trg_red_line_delete BEFORE DELETE ON continuum_memory
WHEN OLD.red_line = 1
BEGIN
    SELECT RAISE(ABORT, 'red line: a protected memory cannot be deleted; lift its red line first');
END;

-- The deletion that OR REPLACE makes fires no delete trigger, so whatever would lead to it is refused.
CREATE TRIGGER IF NOT EXISTS trg_red_line_insert BEFORE INSERT ON continuum_memory
WHEN EXISTS (SELECT 1 FROM continuum_memory WHERE id = NEW.id AND red_line = 1)
    OR EXISTS (SELECT 1 FROM continuum_memory WHERE seq = NEW.seq AND red_line = 1)
    OR EXISTS (SELECT 1 FROM continuum_memory WHERE rowid = NEW.rowid AND red_line = 1)
BEGIN
    SELECT RAISE(ABORT, 'red line: a protected memory cannot be replaced; lift its red line first');
END;

CREATE TRIGGER IF NOT EXISTS trg_red_line_take BEFORE UPDATE ON continuum_memory
WHEN (NEW.id IS NOT OLD.id AND EXISTS (SELECT 1 FROM continuum_memory WHERE id = NEW.id AND red_line = 1))
    OR (NEW.seq IS NOT OLD.seq AND EXISTS (SELECT 1 FROM continuum_memory WHERE seq = NEW.seq AND red_line = 1))
    OR (NEW.rowid IS NOT OLD.rowid AND EXISTS (SELECT 1 FROM continuum_memory WHERE rowid = NEW.rowid AND red_line = 1))
BEGIN
    SELECT RAISE(ABORT, 'red line: a protected memory cannot be replaced; lift its red line first');
END;

CREATE TRIGGER IF NOT EXISTS trg_red_line_update BEFORE UPDATE ON continuum_memory
WHEN OLD.red_line = 1 AND NEW.red_line = 1
    AND (NEW.id IS NOT OLD.id OR NEW.content IS NOT OLD.content OR NEW.namespace IS NOT OLD.namespace
        OR NEW.tier IS NOT OLD.tier OR NEW.importance IS NOT OLD.importance OR NEW.expires_at IS NOT NULL)
BEGIN
    SELECT RAISE(ABORT, 'red line: a protected memory cannot be changed; lift its red line first');
END;

CREATE TRIGGER IF NOT EXISTS trg_red_line_lift BEFORE UPDATE ON continuum_memory
WHEN OLD.red_line = 1 AND NEW.red_line IS NOT 1
    AND coalesce((SELECT kind FROM memory_events WHERE memory_id = OLD.id AND kind IN ('mark', 'lift')
        ORDER BY seq DESC LIMIT 1), '') <> 'lift'
BEGIN
    SELECT RAISE(ABORT, 'red line: protection ends only after an event lift of that memory');
END;

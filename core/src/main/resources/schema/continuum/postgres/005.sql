CREATE TABLE IF NOT EXISTS memory_events (
    seq bigint PRIMARY KEY,
    memory_id text,
    kind text,
    detail jsonb,
    actor text,
    created_at timestamptz
);

CREATE INDEX IF NOT EXISTS idx_memory_events_memory ON memory_events(memory_id, seq);

-- The search path is kept with each function, so that whoever writes from another schema meets it too.
CREATE OR REPLACE FUNCTION red_line_delete() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    RAISE EXCEPTION 'red line: a protected memory cannot be deleted; lift its red line first';
END
$$;

CREATE OR REPLACE FUNCTION red_line_insert() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM continuum_memory WHERE id = NEW.id AND red_line = 1)
        OR EXISTS (SELECT 1 FROM continuum_memory WHERE seq = NEW.seq AND red_line = 1) THEN
        RAISE EXCEPTION 'red line: a protected memory cannot be replaced; lift its red line first';
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION red_line_update() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    RAISE EXCEPTION 'red line: a protected memory cannot be changed; lift its red line first';
END
$$;

CREATE OR REPLACE FUNCTION red_line_lift() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF coalesce((SELECT kind FROM memory_events WHERE memory_id = OLD.id AND kind IN ('mark', 'lift')
            ORDER BY seq DESC LIMIT 1), '') <> 'lift' THEN
        RAISE EXCEPTION 'red line: protection ends only after an event lift of that memory';
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION red_line_truncate() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM continuum_memory WHERE red_line = 1) THEN
        RAISE EXCEPTION 'red line: a table with a protected memory cannot be truncated; lift its red line first';
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER trg_red_line_delete BEFORE DELETE ON continuum_memory
    FOR EACH ROW WHEN (OLD.red_line = 1) EXECUTE FUNCTION red_line_delete();
CREATE OR REPLACE TRIGGER trg_red_line_insert BEFORE INSERT ON continuum_memory
    FOR EACH ROW EXECUTE FUNCTION red_line_insert();
CREATE OR REPLACE TRIGGER trg_red_line_take BEFORE UPDATE ON continuum_memory
    FOR EACH ROW WHEN (NEW.id IS DISTINCT FROM OLD.id OR NEW.seq IS DISTINCT FROM OLD.seq)
    EXECUTE FUNCTION red_line_insert();
CREATE OR REPLACE TRIGGER trg_red_line_update BEFORE UPDATE ON continuum_memory
    FOR EACH ROW WHEN (OLD.red_line = 1 AND NEW.red_line = 1
        AND (NEW.id IS DISTINCT FROM OLD.id OR NEW.content IS DISTINCT FROM OLD.content
            OR NEW.namespace IS DISTINCT FROM OLD.namespace OR NEW.tier IS DISTINCT FROM OLD.tier
            OR NEW.importance IS DISTINCT FROM OLD.importance OR NEW.expires_at IS NOT NULL))
    EXECUTE FUNCTION red_line_update();
CREATE OR REPLACE TRIGGER trg_red_line_lift BEFORE UPDATE ON continuum_memory
    FOR EACH ROW WHEN (OLD.red_line = 1 AND NEW.red_line IS DISTINCT FROM 1) EXECUTE FUNCTION red_line_lift();
CREATE OR REPLACE TRIGGER trg_red_line_truncate BEFORE TRUNCATE ON continuum_memory
    FOR EACH STATEMENT EXECUTE FUNCTION red_line_truncate();

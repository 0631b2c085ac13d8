-- Format 2. Names and bodies are bytea: text refuses U+0000, jsonb reorders keys.

-- What a session is. An append never touches it; `erased` is what happens once.
CREATE TABLE canonry_sessions (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id bytea NOT NULL UNIQUE,
    project bytea NOT NULL,
    project_name bytea NOT NULL,
    subject bytea,
    created bigint NOT NULL,
    erased boolean NOT NULL DEFAULT false
);
CREATE INDEX canonry_sessions_by_creation ON canonry_sessions (created, id);
CREATE INDEX canonry_sessions_by_project ON canonry_sessions (project_name, created, id);
CREATE INDEX canonry_sessions_by_subject ON canonry_sessions (subject, id) WHERE subject IS NOT NULL;

-- One append is one row: its entries, first to last, as a segment. Where the session stands is said by
-- its last row, and the primary key lets one row follow another: that is the whole compare-and-append.
CREATE SEQUENCE canonry_touched;
CREATE TABLE canonry_batches (
    session bigint NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    -- The last entry of the session that is not a bare input.
    decided bigint NOT NULL,
    touched bigint NOT NULL DEFAULT nextval('canonry_touched'),
    -- A long append has several rows: where it began, in all but the first of them.
    began bigint,
    chain bytea NOT NULL,
    -- The input that is recorded in this row, and the one whose turn ends with it.
    input bytea,
    ends bytea,
    data bytea NOT NULL,
    PRIMARY KEY (session, first),
    UNIQUE (session, input)
-- What fills less than half a page stays in the row. Long bodies are compressed already.
) WITH (toast_tuple_target = 4080);
ALTER TABLE canonry_batches ALTER COLUMN data SET STORAGE EXTERNAL;

CREATE VIEW canonry_heads AS
    SELECT s.*, b.last, b.decided, b.chain, b.touched FROM canonry_sessions s LEFT JOIN LATERAL (
        SELECT * FROM canonry_batches WHERE session = s.key ORDER BY first DESC LIMIT 1
    ) b ON true;

CREATE TABLE canonry_sealed (
    session bigint NOT NULL,
    commitment bytea NOT NULL,
    value bytea NOT NULL,
    PRIMARY KEY (session, commitment)
);

CREATE TABLE canonry_work (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id bytea NOT NULL UNIQUE,
    session bigint NOT NULL,
    kind bytea NOT NULL,
    -- Null when it is done: the id stays, so that the same work is not done again.
    payload bytea,
    node bytea,
    until bigint,
    attempt integer NOT NULL DEFAULT 0
);
CREATE INDEX canonry_work_to_do ON canonry_work (key) WHERE payload IS NOT NULL;
CREATE INDEX canonry_work_by_session ON canonry_work (session);

CREATE TABLE canonry_leases (
    session bytea PRIMARY KEY,
    epoch bigint NOT NULL,
    node bytea,
    until bigint
);

CREATE TABLE canonry_snapshots (session bigint PRIMARY KEY, seq bigint NOT NULL, data bytea NOT NULL);
CREATE TABLE canonry_projects (hash bytea PRIMARY KEY, data bytea NOT NULL);

-- Takes or renews: (epoch, who let it lapse), or else who holds it until when.
CREATE FUNCTION canonry_lease(
    p_session bytea,
    p_node bytea,
    p_now bigint,
    p_until bigint,
    OUT taken bigint,
    OUT lapsed bytea,
    OUT held_by bytea,
    OUT held_until bigint
) LANGUAGE plpgsql AS $lease$
DECLARE
    l canonry_leases%ROWTYPE;
BEGIN
    INSERT INTO canonry_leases (session, epoch) VALUES (p_session, 0) ON CONFLICT DO NOTHING;
    SELECT * INTO STRICT l FROM canonry_leases WHERE session = p_session FOR NO KEY UPDATE;
    IF l.node IS NOT NULL AND p_now < l.until THEN
        IF l.node <> p_node THEN
            held_by := l.node; held_until := l.until;
            RETURN;
        END IF;
        taken := l.epoch;
    ELSE
        taken := l.epoch + 1;
        lapsed := l.node;
    END IF;
    UPDATE canonry_leases SET epoch = taken, node = p_node, until = p_until WHERE session = p_session;
END
$lease$;

-- Format 1. Names and bodies are bytea: text refuses U+0000, jsonb reorders keys.

CREATE TABLE canonry_sessions (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id bytea NOT NULL UNIQUE,
    project bytea NOT NULL,
    project_name bytea NOT NULL,
    subject bytea,
    created bigint NOT NULL,
    seq bigint NOT NULL,
    decided bigint NOT NULL,
    chain bytea NOT NULL,
    erased boolean NOT NULL DEFAULT false,
    -- In no index, so that an append updates the row in its page.
    touched bigint NOT NULL
) WITH (fillfactor = 60);
CREATE INDEX canonry_sessions_by_creation ON canonry_sessions (created, id);
CREATE INDEX canonry_sessions_by_project ON canonry_sessions (project_name, created, id);
CREATE INDEX canonry_sessions_by_subject ON canonry_sessions (subject, id) WHERE subject IS NOT NULL;
CREATE SEQUENCE canonry_touched;

CREATE TABLE canonry_records (
    session bigint NOT NULL,
    seq bigint NOT NULL,
    header bytea NOT NULL,
    commitment bytea NOT NULL,
    chain bytea NOT NULL,
    salt bytea,
    body bytea,
    PRIMARY KEY (session, seq)
);

CREATE TABLE canonry_inputs (
    session bigint NOT NULL,
    id bytea NOT NULL,
    digest bytea,
    seq bigint NOT NULL,
    first bigint,
    last bigint,
    PRIMARY KEY (session, id)
);

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

-- One append: all of it or none of it. `outcome` is one of
--   0 at (a = first, b = last)      4 known, ended (a = seq, b = first, c = last)
--   1 conflict (a = seq, b = decided)  5 known, pending (a = seq)
--   2 missing                       6 known, other content (a = seq)
--   3 already exists                7 known, erased
--   8 the turn cannot end (a = seq, b = 1 when the input was recorded)
CREATE FUNCTION canonry_append(
    p_session bytea,
    -- 0 empty, 1 exists, 2 seq, 3 decided
    p_expect smallint,
    p_expected bigint,
    p_input bytea,
    p_digest bytea,
    p_index bigint,
    p_ends bytea,
    p_headers bytea[],
    p_hashes bytea[],
    p_commitments bytea[],
    p_salts bytea[],
    p_bodies bytea[],
    -- Position of the last record that is not a bare input; 0 when all are.
    p_decided bigint,
    p_work_ids bytea[],
    p_work_kinds bytea[],
    p_work_payloads bytea[],
    p_sealed bytea[],
    p_sealed_values bytea[],
    p_genesis bytea,
    p_project bytea,
    p_project_name bytea,
    p_subject bytea,
    p_created bigint,
    OUT outcome smallint,
    OUT a bigint,
    OUT b bigint,
    OUT c bigint,
    OUT chain bytea
) LANGUAGE plpgsql AS $append$
DECLARE
    s canonry_sessions%ROWTYPE;
    known canonry_inputs%ROWTYPE;
    created boolean := false;
    ends_other boolean := p_ends IS NOT NULL AND p_ends IS DISTINCT FROM p_input;
    hashes bytea[] := p_hashes;
    commitments bytea[] := p_commitments;
    chains bytea[] := '{}';
    records bigint := cardinality(p_headers);
BEGIN
    SELECT * INTO s FROM canonry_sessions WHERE id = p_session FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        IF p_expect <> 0 THEN
            outcome := 2;
            RETURN;
        END IF;
        IF ends_other THEN
            outcome := 8; a := 0; b := 0;
            RETURN;
        END IF;
        INSERT INTO canonry_sessions (id, project, project_name, subject, created, seq, decided, chain, touched)
        VALUES (p_session, p_project, p_project_name, p_subject, p_created, 0, 0, p_genesis, 0)
        ON CONFLICT (id) DO NOTHING
        RETURNING * INTO s;
        created := FOUND;
        IF NOT created THEN
            -- Somebody else created it while we looked.
            SELECT * INTO STRICT s FROM canonry_sessions WHERE id = p_session FOR NO KEY UPDATE;
        END IF;
    END IF;

    IF NOT created THEN
        IF p_input IS NOT NULL THEN
            IF s.erased THEN
                outcome := 7;
                RETURN;
            END IF;
            SELECT * INTO known FROM canonry_inputs WHERE session = s.key AND id = p_input;
            IF FOUND THEN
                a := known.seq; b := known.first; c := known.last;
                outcome := CASE WHEN known.digest <> p_digest THEN 6 WHEN known.first IS NULL THEN 5 ELSE 4 END;
                RETURN;
            END IF;
        END IF;
        IF p_expect = 0 THEN
            outcome := 3;
            RETURN;
        END IF;
        IF (p_expect = 2 AND p_expected <> s.seq) OR (p_expect = 3 AND p_expected <> s.decided) THEN
            outcome := 1; a := s.seq; b := s.decided;
            RETURN;
        END IF;
        IF ends_other THEN
            SELECT * INTO known FROM canonry_inputs WHERE session = s.key AND id = p_ends;
            IF NOT FOUND OR known.first IS NOT NULL THEN
                b := CASE WHEN FOUND THEN 1 ELSE 0 END;
                outcome := 8; a := s.seq;
                RETURN;
            END IF;
        END IF;
    END IF;

    a := s.seq + 1;
    b := s.seq + records;
    chain := s.chain;
    FOR i IN 1..records LOOP
        chain := sha256(chain || int8send(s.seq + i) || hashes[i] || commitments[i]);
        chains[i] := chain;
    END LOOP;
    INSERT INTO canonry_records (session, seq, header, commitment, chain, salt, body)
    SELECT s.key, s.seq + r.position, r.header, r.commitment, r.chain, r.salt, r.body
    FROM unnest(p_headers, p_commitments, chains, p_salts, p_bodies)
        WITH ORDINALITY AS r (header, commitment, chain, salt, body, position);
    UPDATE canonry_sessions
    SET seq = b,
        decided = CASE WHEN p_decided = 0 THEN s.decided ELSE s.seq + p_decided END,
        chain = canonry_append.chain,
        touched = nextval('canonry_touched')
    WHERE key = s.key;
    IF p_input IS NOT NULL THEN
        INSERT INTO canonry_inputs (session, id, digest, seq, first, last)
        VALUES (s.key, p_input, p_digest, a + p_index,
            CASE WHEN p_ends = p_input THEN a END, CASE WHEN p_ends = p_input THEN b END);
    END IF;
    IF ends_other THEN
        UPDATE canonry_inputs SET first = a, last = b WHERE session = s.key AND id = p_ends;
    END IF;
    IF cardinality(p_sealed) > 0 THEN
        INSERT INTO canonry_sealed (session, commitment, value)
        SELECT s.key, v.commitment, v.value FROM unnest(p_sealed, p_sealed_values) AS v (commitment, value)
        ON CONFLICT DO NOTHING;
    END IF;
    IF cardinality(p_work_ids) > 0 THEN
        INSERT INTO canonry_work (id, session, kind, payload)
        SELECT w.id, s.key, w.kind, w.payload
        FROM unnest(p_work_ids, p_work_kinds, p_work_payloads) WITH ORDINALITY AS w (id, kind, payload, position)
        ORDER BY w.position
        ON CONFLICT (id) DO NOTHING;
    END IF;
    outcome := 0;
END
$append$;

-- Deletes what may be deleted and appends the record that says so.
CREATE FUNCTION canonry_erase(
    p_session bytea,
    p_header bytea,
    p_hash bytea,
    p_commitment bytea,
    p_salt bytea,
    p_body bytea,
    OUT at bigint,
    OUT chain bytea
) LANGUAGE plpgsql AS $erase$
DECLARE
    s canonry_sessions%ROWTYPE;
BEGIN
    SELECT * INTO s FROM canonry_sessions WHERE id = p_session FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    UPDATE canonry_records SET salt = NULL, body = NULL WHERE session = s.key AND seq > 1;
    UPDATE canonry_inputs SET digest = NULL WHERE session = s.key;
    UPDATE canonry_work SET payload = NULL, node = NULL, until = NULL WHERE session = s.key;
    DELETE FROM canonry_sealed WHERE session = s.key;
    DELETE FROM canonry_snapshots WHERE session = s.key;
    at := s.seq + 1;
    chain := sha256(s.chain || int8send(at) || p_hash || p_commitment);
    INSERT INTO canonry_records (session, seq, header, commitment, chain, salt, body)
    VALUES (s.key, at, p_header, p_commitment, canonry_erase.chain, p_salt, p_body);
    UPDATE canonry_sessions
    SET seq = at, decided = at, erased = true, chain = canonry_erase.chain, touched = nextval('canonry_touched')
    WHERE key = s.key;
END
$erase$;

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

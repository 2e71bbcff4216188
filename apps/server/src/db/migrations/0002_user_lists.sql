CREATE TABLE "user_counts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"role" text NOT NULL,
	"people" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "users_last_seen_at_idx" ON "users" USING btree (coalesce("last_seen_at", '-infinity'),"id") WHERE deleted_at is null;
--> statement-breakpoint
-- Puts changes together that nobody else is putting together just now.
CREATE FUNCTION fold_user_counts() RETURNS void LANGUAGE sql AS $$
  WITH folded AS (
    DELETE FROM user_counts WHERE id IN (SELECT id FROM user_counts ORDER BY id LIMIT 1000 FOR UPDATE SKIP LOCKED)
    RETURNING role, people
  )
  INSERT INTO user_counts (role, people) SELECT role, sum(people) FROM folded GROUP BY role HAVING sum(people) <> 0
$$;
--> statement-breakpoint
CREATE FUNCTION count_added_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE latest bigint;
BEGIN
  WITH change AS (
    INSERT INTO user_counts (role, people) SELECT role, count(*) FROM added WHERE deleted_at IS NULL GROUP BY role RETURNING id
  )
  SELECT max(id) INTO latest FROM change;
  IF latest % 50 = 0 THEN PERFORM fold_user_counts(); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_removed_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_counts (role, people) SELECT role, -count(*) FROM removed WHERE deleted_at IS NULL GROUP BY role;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_changed_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.deleted_at IS NULL THEN INSERT INTO user_counts (role, people) VALUES (OLD.role, -1); END IF;
  IF NEW.deleted_at IS NULL THEN INSERT INTO user_counts (role, people) VALUES (NEW.role, 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_no_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_counts;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_added AFTER INSERT ON users REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_users();
--> statement-breakpoint
CREATE TRIGGER users_removed AFTER DELETE ON users REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_users();
--> statement-breakpoint
CREATE TRIGGER user_changed AFTER UPDATE OF role, deleted_at ON users FOR EACH ROW
  WHEN (OLD.role <> NEW.role OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION count_changed_user();
--> statement-breakpoint
CREATE TRIGGER users_truncated AFTER TRUNCATE ON users FOR EACH STATEMENT EXECUTE FUNCTION count_no_users();
--> statement-breakpoint
INSERT INTO user_counts (role, people) SELECT role, count(*) FROM users WHERE deleted_at IS NULL GROUP BY role;
--> statement-breakpoint
-- The search reads these; where the extension is missing or not allowed, it reads the whole table and finds the same.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX users_name_trigrams_idx ON users USING gin (name gin_trgm_ops);
  CREATE INDEX users_email_trigrams_idx ON users USING gin (email gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'pg_trgm is not available: the search for people reads the whole table';
END $$;

ALTER TABLE "users" ADD COLUMN "preferences" jsonb DEFAULT '{}'::jsonb NOT NULL;
--> statement-breakpoint
CREATE INDEX "users_status_name_idx" ON "users" USING btree ("status","name","id") WHERE deleted_at is null;
--> statement-breakpoint
-- Counted anew below; nobody may be added or changed in between.
LOCK TABLE "users" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
DELETE FROM "user_counts";
--> statement-breakpoint
ALTER TABLE "user_counts" ADD COLUMN "status" text NOT NULL;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION fold_user_counts() RETURNS void LANGUAGE sql AS $$
  WITH folded AS (
    DELETE FROM user_counts WHERE id IN (SELECT id FROM user_counts ORDER BY id LIMIT 1000 FOR UPDATE SKIP LOCKED)
    RETURNING role, status, people
  )
  INSERT INTO user_counts (role, status, people) SELECT role, status, sum(people) FROM folded GROUP BY role, status HAVING sum(people) <> 0
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_added_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE latest bigint;
BEGIN
  WITH change AS (
    INSERT INTO user_counts (role, status, people)
    SELECT role, status, count(*) FROM added WHERE deleted_at IS NULL GROUP BY role, status RETURNING id
  )
  SELECT max(id) INTO latest FROM change;
  IF latest % 50 = 0 THEN PERFORM fold_user_counts(); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_removed_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_counts (role, status, people)
  SELECT role, status, -count(*) FROM removed WHERE deleted_at IS NULL GROUP BY role, status;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_changed_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.deleted_at IS NULL THEN INSERT INTO user_counts (role, status, people) VALUES (OLD.role, OLD.status, -1); END IF;
  IF NEW.deleted_at IS NULL THEN INSERT INTO user_counts (role, status, people) VALUES (NEW.role, NEW.status, 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER user_changed ON users;
--> statement-breakpoint
CREATE TRIGGER user_changed AFTER UPDATE OF role, status, deleted_at ON users FOR EACH ROW
  WHEN (OLD.role <> NEW.role OR OLD.status <> NEW.status OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL))
  EXECUTE FUNCTION count_changed_user();
--> statement-breakpoint
INSERT INTO user_counts (role, status, people) SELECT role, status, count(*) FROM users WHERE deleted_at IS NULL GROUP BY role, status;

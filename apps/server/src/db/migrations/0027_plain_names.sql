-- Plain names. Data, indexes and constraints stay; only what is called otherwise changes.
ALTER TABLE "requests" RENAME TO "idempotency_keys";
--> statement-breakpoint
ALTER INDEX "requests_created_at_idx" RENAME TO "idempotency_keys_created_at_idx";
--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME CONSTRAINT "requests_user_id_users_id_fk" TO "idempotency_keys_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME CONSTRAINT "requests_user_id_key_pk" TO "idempotency_keys_user_id_key_pk";
--> statement-breakpoint
ALTER TABLE "workers" RENAME TO "worker_heartbeats";
--> statement-breakpoint
ALTER TABLE "worker_heartbeats" RENAME CONSTRAINT "workers_pkey" TO "worker_heartbeats_pkey";
--> statement-breakpoint
ALTER TABLE "mails" RENAME TO "emails";
--> statement-breakpoint
ALTER TABLE "emails" RENAME CONSTRAINT "mails_pkey" TO "emails_pkey";
--> statement-breakpoint
ALTER INDEX "mails_batch_id_user_id_key" RENAME TO "emails_batch_id_user_id_key";
--> statement-breakpoint
ALTER INDEX "mails_user_id_idx" RENAME TO "emails_user_id_idx";
--> statement-breakpoint
ALTER INDEX "mails_created_at_idx" RENAME TO "emails_created_at_idx";
--> statement-breakpoint
ALTER INDEX "mails_held_idx" RENAME TO "emails_held_idx";
--> statement-breakpoint
ALTER TABLE "emails" RENAME CONSTRAINT "mails_user_id_users_id_fk" TO "emails_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "mark_changes" RENAME TO "grade_changes";
--> statement-breakpoint
ALTER TABLE "grade_changes" RENAME CONSTRAINT "mark_changes_pkey" TO "grade_changes_pkey";
--> statement-breakpoint
ALTER INDEX "mark_changes_submission_id_idx" RENAME TO "grade_changes_submission_id_idx";
--> statement-breakpoint
ALTER TABLE "grade_changes" RENAME CONSTRAINT "mark_changes_submission_id_submissions_id_fk" TO "grade_changes_submission_id_submissions_id_fk";
--> statement-breakpoint
ALTER TABLE "grade_changes" RENAME CONSTRAINT "mark_changes_changed_by_users_id_fk" TO "grade_changes_changed_by_users_id_fk";
--> statement-breakpoint
ALTER TABLE "attendance_moments" RENAME TO "attendance_events";
--> statement-breakpoint
ALTER TABLE "attendance_events" RENAME CONSTRAINT "attendance_moments_user_id_users_id_fk" TO "attendance_events_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "attendance_events" RENAME CONSTRAINT "attendance_moments_session_id_user_id_connection_kind_at_pk" TO "attendance_events_session_id_user_id_connection_kind_at_pk";
--> statement-breakpoint
ALTER TABLE "attendance" RENAME COLUMN "ranges" TO "watched_ranges";
--> statement-breakpoint
ALTER TABLE "attendance" RENAME COLUMN "by_name" TO "matched_by_name";
--> statement-breakpoint
ALTER TABLE "attendance_events" RENAME COLUMN "by_name" TO "matched_by_name";
--> statement-breakpoint
ALTER TABLE "import_results" RENAME COLUMN "made" TO "created_user_ids";
--> statement-breakpoint
ALTER TABLE "import_results" RENAME COLUMN "enrolled" TO "enrolled_user_ids";
--> statement-breakpoint
ALTER TABLE "import_results" RENAME COLUMN "undone" TO "undo_result";
--> statement-breakpoint
ALTER TABLE "import_progress" RENAME COLUMN "noted_at" TO "updated_at";
--> statement-breakpoint
ALTER INDEX "import_progress_noted_at_idx" RENAME TO "import_progress_updated_at_idx";
--> statement-breakpoint
ALTER TABLE "user_counts" RENAME COLUMN "people" TO "delta";
--> statement-breakpoint
ALTER TABLE "submissions" RENAME COLUMN "counts_at" TO "effective_submitted_at";
--> statement-breakpoint
ALTER TABLE "zoom_meetings" RENAME COLUMN "maybe_made" TO "creation_started";
--> statement-breakpoint
ALTER TABLE "media" RENAME COLUMN "moved_from" TO "previous_starts_at";
--> statement-breakpoint
ALTER INDEX "media_url_idx" RENAME TO "media_source_idx";
--> statement-breakpoint
ALTER TABLE "media" RENAME COLUMN "url" TO "source";
--> statement-breakpoint
ALTER TABLE "uploads" RENAME COLUMN "used_at" TO "last_part_at";
--> statement-breakpoint
UPDATE "zoom_meetings" SET "state" = 'TO_DELETE' WHERE "state" = 'UNWANTED';
--> statement-breakpoint
-- Bodies of functions are text: they name the column as it is called now.
CREATE OR REPLACE FUNCTION fold_user_counts() RETURNS void LANGUAGE sql AS $$
  WITH folded AS (
    DELETE FROM user_counts WHERE id IN (SELECT id FROM user_counts ORDER BY id LIMIT 1000 FOR UPDATE SKIP LOCKED)
    RETURNING role, status, delta
  )
  INSERT INTO user_counts (role, status, delta) SELECT role, status, sum(delta) FROM folded GROUP BY role, status HAVING sum(delta) <> 0
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_added_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE latest bigint;
BEGIN
  WITH change AS (
    INSERT INTO user_counts (role, status, delta)
    SELECT role, status, count(*) FROM added WHERE deleted_at IS NULL GROUP BY role, status RETURNING id
  )
  SELECT max(id) INTO latest FROM change;
  IF latest % 50 = 0 THEN PERFORM fold_user_counts(); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_removed_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_counts (role, status, delta)
  SELECT role, status, -count(*) FROM removed WHERE deleted_at IS NULL GROUP BY role, status;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_changed_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.deleted_at IS NULL THEN INSERT INTO user_counts (role, status, delta) VALUES (OLD.role, OLD.status, -1); END IF;
  IF NEW.deleted_at IS NULL THEN INSERT INTO user_counts (role, status, delta) VALUES (NEW.role, NEW.status, 1); END IF;
  RETURN NULL;
END $$;

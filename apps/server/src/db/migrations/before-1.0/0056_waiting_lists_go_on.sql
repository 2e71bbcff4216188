ALTER TABLE "signup_responses" ADD COLUMN "keeps_seat" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "signup_responses" ADD COLUMN "reserved_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "signup_responses" ADD COLUMN "settled_from" jsonb;--> statement-breakpoint
-- One job enrols whoever may move up; every change that may let somebody move up adds it. The trigger of migration 28 missed most of them.
CREATE FUNCTION add_move_up(course uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job('signup-forms.moveUp', json_build_object('courseId', course), job_key := 'signup-forms.moveUp:' || course);
END $$;
--> statement-breakpoint
DROP TRIGGER seats_freed ON courses;
--> statement-breakpoint
-- Seats that were freed are for the first of the list, also if they wait for staff. Null: for all.
CREATE FUNCTION free_seats(course uuid, seats bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE signup_responses SET keeps_seat = false WHERE keeps_seat AND id IN (
    SELECT r.id FROM signup_forms f JOIN signup_responses r ON r.form_id = f.id AND r.status = 'WAITLISTED'
      JOIN users u ON u.id = r.user_id AND u.role = 'USER' AND u.status = 'ACTIVE' AND u.deleted_at IS NULL
    WHERE f.course_id = course ORDER BY r.waitlisted_at, r.id LIMIT seats);
END $$;
--> statement-breakpoint
-- Whoever gives a seat back without freeing it says so for the transaction.
CREATE OR REPLACE FUNCTION fill_freed_seats() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  freed bigint := CASE WHEN NEW.seats IS NULL AND OLD.seats IS NOT NULL THEN NULL WHEN NEW.seats IS NULL OR OLD.seats IS NULL THEN 0
    ELSE least(NEW.seats - NEW.student_count, NEW.seats - OLD.seats + OLD.student_count - NEW.student_count) END;
BEGIN
  IF EXISTS (SELECT FROM memberships WHERE course_id = NEW.id AND role = 'STUDENT' AND status = 'WAITLISTED') THEN
    IF (freed IS NULL OR freed > 0) AND coalesce(current_setting('lms.keeps_seats', true), '') <> 'on' THEN
      PERFORM free_seats(NEW.id, freed);
    END IF;
    PERFORM add_move_up(NEW.id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER seats_freed AFTER UPDATE OF student_count, seats, status, deleted_at, ends_on ON courses FOR EACH ROW
  WHEN (NEW.student_count < OLD.student_count OR NEW.seats > OLD.seats OR (NEW.seats IS NULL AND OLD.seats IS NOT NULL)
    OR (NEW.status = 'PUBLISHED' AND OLD.status <> 'PUBLISHED') OR (NEW.deleted_at IS NULL AND OLD.deleted_at IS NOT NULL)
    OR NEW.ends_on IS DISTINCT FROM OLD.ends_on) EXECUTE FUNCTION fill_freed_seats();
--> statement-breakpoint
CREATE FUNCTION waiting_list_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_move_up(f.course_id) FROM signup_forms f WHERE f.id = CASE TG_OP WHEN 'DELETE' THEN OLD.form_id ELSE NEW.form_id END;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER waiting_began AFTER INSERT ON signup_responses FOR EACH ROW WHEN (NEW.status = 'WAITLISTED') EXECUTE FUNCTION waiting_list_changed();
--> statement-breakpoint
CREATE TRIGGER waiting_changed AFTER UPDATE OF status ON signup_responses FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND (NEW.status = 'WAITLISTED' OR (OLD.status = 'WAITLISTED' AND OLD.keeps_seat))) EXECUTE FUNCTION waiting_list_changed();
--> statement-breakpoint
CREATE TRIGGER waiting_ended AFTER DELETE ON signup_responses FOR EACH ROW
  WHEN (OLD.status = 'WAITLISTED' AND OLD.keeps_seat) EXECUTE FUNCTION waiting_list_changed();
--> statement-breakpoint
-- Only active students move up.
CREATE FUNCTION waiting_person_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_move_up(w.course_id) FROM (SELECT m.course_id FROM memberships m
    WHERE m.user_id = NEW.id AND m.role = 'STUDENT' AND m.status = 'WAITLISTED' ORDER BY m.course_id) w;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER waiting_person_changed AFTER UPDATE OF status, role, deleted_at ON users FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.role <> NEW.role OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at) EXECUTE FUNCTION waiting_person_changed();
--> statement-breakpoint
-- As in migration 34, and remembers what the response was.
CREATE OR REPLACE FUNCTION approve_enrolled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE signup_responses r SET
    settled_from = CASE WHEN r.status <> 'APPROVED' THEN jsonb_build_object('status', r.status, 'note', r.note, 'waitlistedAt', r.waitlisted_at,
      'keepsSeat', r.keeps_seat, 'decidedAt', r.decided_at, 'decidedBy', r.decided_by) END,
    note = CASE WHEN r.status = 'APPROVED' THEN r.note END, waitlisted_at = CASE WHEN r.status = 'APPROVED' THEN r.waitlisted_at END,
    decided_at = CASE WHEN r.status = 'APPROVED' THEN r.decided_at ELSE now() END, decided_by = CASE WHEN r.status = 'APPROVED' THEN r.decided_by END,
    status = 'APPROVED'
  FROM signup_forms f
  WHERE f.course_id = NEW.course_id AND r.form_id = f.id AND r.user_id = NEW.user_id
    AND (r.status IN ('PENDING', 'WAITLISTED', 'REJECTED') OR (r.status = 'APPROVED' AND r.settled_from IS NOT NULL));
  RETURN NULL;
END $$;

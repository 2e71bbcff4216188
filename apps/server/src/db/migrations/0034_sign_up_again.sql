ALTER TABLE "signup_responses" ADD COLUMN "earlier" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
-- Whoever is enrolled in another way, such as by an admin or a join link, no longer waits for a decision: declining would end the enrolment.
CREATE FUNCTION approve_enrolled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE signup_responses r SET status = 'APPROVED', note = NULL, waitlisted_at = NULL, decided_at = now(), decided_by = NULL
  FROM signup_forms f
  WHERE f.course_id = NEW.course_id AND r.form_id = f.id AND r.user_id = NEW.user_id AND r.status IN ('PENDING', 'WAITLISTED', 'REJECTED');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER enrolled_approved AFTER INSERT OR UPDATE OF status ON memberships FOR EACH ROW
  WHEN (NEW.role = 'STUDENT' AND NEW.status = 'ACTIVE') EXECUTE FUNCTION approve_enrolled();

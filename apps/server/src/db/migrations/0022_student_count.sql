DROP INDEX "submissions_course_id_idx";--> statement-breakpoint
DROP INDEX "comments_discussion_id_idx";--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "student_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "submissions_to_grade_idx" ON "submissions" USING btree ("assignment_id") WHERE status = 'SUBMITTED';--> statement-breakpoint
CREATE INDEX "submissions_course_id_submitted_at_idx" ON "submissions" USING btree ("course_id","submitted_at");--> statement-breakpoint
CREATE INDEX "comments_discussion_id_idx" ON "comments" USING btree ("discussion_id","id","deleted_at") WHERE root_id is null;
--> statement-breakpoint
-- Active students: memberships that are active, of accounts that are students' and not deleted. Each account is looked up by its key
-- (OFFSET 0): before the first analyze PostgreSQL would read all memberships for each account.
CREATE FUNCTION count_added_students() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE courses c SET student_count = c.student_count + n.students FROM (
    SELECT m.course_id, count(*) AS students FROM added m JOIN LATERAL (SELECT u.role, u.deleted_at FROM users u WHERE u.id = m.user_id OFFSET 0) u ON u.role = 'USER' AND u.deleted_at IS NULL
    WHERE m.role = 'STUDENT' AND m.status = 'ACTIVE' GROUP BY m.course_id) n
  WHERE c.id = n.course_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_removed_students() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE courses c SET student_count = c.student_count - n.students FROM (
    SELECT m.course_id, count(*) AS students FROM removed m JOIN LATERAL (SELECT u.role, u.deleted_at FROM users u WHERE u.id = m.user_id OFFSET 0) u ON u.role = 'USER' AND u.deleted_at IS NULL
    WHERE m.role = 'STUDENT' AND m.status = 'ACTIVE' GROUP BY m.course_id) n
  WHERE c.id = n.course_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_changed_student() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE courses c SET student_count = c.student_count + CASE WHEN NEW.role = 'USER' AND NEW.deleted_at IS NULL THEN 1 ELSE -1 END
  FROM memberships m WHERE m.user_id = NEW.id AND m.course_id = c.id AND m.role = 'STUDENT' AND m.status = 'ACTIVE';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER students_added AFTER INSERT ON memberships REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_students();
--> statement-breakpoint
CREATE TRIGGER students_removed AFTER DELETE ON memberships REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_students();
--> statement-breakpoint
CREATE TRIGGER students_changed_before AFTER UPDATE ON memberships REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_students();
--> statement-breakpoint
CREATE TRIGGER students_changed_to AFTER UPDATE ON memberships REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_students();
--> statement-breakpoint
CREATE TRIGGER student_changed AFTER UPDATE OF role, deleted_at ON users FOR EACH ROW
  WHEN ((OLD.role = 'USER' AND OLD.deleted_at IS NULL) <> (NEW.role = 'USER' AND NEW.deleted_at IS NULL)) EXECUTE FUNCTION count_changed_student();
--> statement-breakpoint
UPDATE courses c SET student_count = n.students FROM (
  SELECT m.course_id, count(*) AS students FROM memberships m JOIN users u ON u.id = m.user_id AND u.role = 'USER' AND u.deleted_at IS NULL
  WHERE m.role = 'STUDENT' AND m.status = 'ACTIVE' GROUP BY m.course_id) n
WHERE c.id = n.course_id;

CREATE TABLE "former_students" (
	"course_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "former_students_course_id_user_id_pk" PRIMARY KEY("course_id","user_id")
);
--> statement-breakpoint
-- The functions of migration 22, which also note who is no longer a student of a course. A membership that changes goes through both: it
-- is noted, and struck off again where it is still that of a student.
CREATE OR REPLACE FUNCTION count_added_students() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE courses c SET student_count = c.student_count + n.students FROM (
    SELECT m.course_id, count(*) AS students FROM added m JOIN LATERAL (SELECT u.role, u.deleted_at FROM users u WHERE u.id = m.user_id OFFSET 0) u ON u.role = 'USER' AND u.deleted_at IS NULL
    WHERE m.role = 'STUDENT' AND m.status = 'ACTIVE' GROUP BY m.course_id) n
  WHERE c.id = n.course_id;
  DELETE FROM former_students f USING added m JOIN LATERAL (SELECT u.role, u.deleted_at FROM users u WHERE u.id = m.user_id OFFSET 0) u ON u.role = 'USER' AND u.deleted_at IS NULL
  WHERE f.course_id = m.course_id AND f.user_id = m.user_id AND m.role = 'STUDENT' AND m.status = 'ACTIVE';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_removed_students() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE courses c SET student_count = c.student_count - n.students FROM (
    SELECT m.course_id, count(*) AS students FROM removed m JOIN LATERAL (SELECT u.role, u.deleted_at FROM users u WHERE u.id = m.user_id OFFSET 0) u ON u.role = 'USER' AND u.deleted_at IS NULL
    WHERE m.role = 'STUDENT' AND m.status = 'ACTIVE' GROUP BY m.course_id) n
  WHERE c.id = n.course_id;
  INSERT INTO former_students (course_id, user_id) SELECT m.course_id, m.user_id FROM removed m
  WHERE m.role = 'STUDENT' AND m.status = 'ACTIVE' AND EXISTS (SELECT FROM courses c WHERE c.id = m.course_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_changed_student() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE courses c SET student_count = c.student_count + CASE WHEN NEW.role = 'USER' AND NEW.deleted_at IS NULL THEN 1 ELSE -1 END
  FROM memberships m WHERE m.user_id = NEW.id AND m.course_id = c.id AND m.role = 'STUDENT' AND m.status = 'ACTIVE';
  IF NEW.role = 'USER' AND NEW.deleted_at IS NULL THEN
    DELETE FROM former_students f USING memberships m
    WHERE f.user_id = NEW.id AND m.user_id = NEW.id AND m.course_id = f.course_id AND m.role = 'STUDENT' AND m.status = 'ACTIVE';
  ELSE
    INSERT INTO former_students (course_id, user_id) SELECT m.course_id, m.user_id FROM memberships m
    WHERE m.user_id = NEW.id AND m.role = 'STUDENT' AND m.status = 'ACTIVE' ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO former_students (course_id, user_id) SELECT DISTINCT s.course_id, s.student_id FROM submissions s
WHERE NOT EXISTS (SELECT FROM memberships m JOIN users u ON u.id = m.user_id AND u.role = 'USER' AND u.deleted_at IS NULL
  WHERE m.course_id = s.course_id AND m.user_id = s.student_id AND m.role = 'STUDENT' AND m.status = 'ACTIVE');

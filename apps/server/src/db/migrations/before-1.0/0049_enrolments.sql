CREATE TABLE "enrolments" (
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"periods" "tstzmultirange" NOT NULL,
	"since" timestamp (3) with time zone GENERATED ALWAYS AS (case when upper_inf(periods) then upper('{(,)}'::tstzmultirange - periods) end) STORED,
	CONSTRAINT "enrolments_user_id_course_id_pk" PRIMARY KEY("user_id","course_id")
);
--> statement-breakpoint
DROP TABLE "former_students" CASCADE;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "enrolments_course_id_since_idx" ON "enrolments" USING btree ("course_id","since");
--> statement-breakpoint
-- The functions of migration 44, which keep the periods instead of naming those who left. A change of a membership ends its period and
-- begins one at the same moment, which are one period again. A new membership begins when the row says.
CREATE OR REPLACE FUNCTION count_added_students() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE courses c SET student_count = c.student_count + n.students FROM (
    SELECT m.course_id, count(*) AS students FROM added m JOIN LATERAL (SELECT u.role, u.deleted_at FROM users u WHERE u.id = m.user_id OFFSET 0) u ON u.role = 'USER' AND u.deleted_at IS NULL
    WHERE m.role = 'STUDENT' AND m.status = 'ACTIVE' GROUP BY m.course_id) n
  WHERE c.id = n.course_id;
  INSERT INTO enrolments AS e (user_id, course_id, periods)
  SELECT m.user_id, m.course_id, tstzmultirange(tstzrange(CASE TG_OP WHEN 'INSERT' THEN m.created_at ELSE now()::timestamptz(3) END, NULL))
  FROM added m JOIN LATERAL (SELECT u.role, u.deleted_at FROM users u WHERE u.id = m.user_id OFFSET 0) u ON u.role = 'USER' AND u.deleted_at IS NULL
  WHERE m.role = 'STUDENT' AND m.status = 'ACTIVE' ORDER BY m.course_id, m.user_id
  ON CONFLICT (user_id, course_id) DO UPDATE SET periods = e.periods + excluded.periods;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_removed_students() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE courses c SET student_count = c.student_count - n.students FROM (
    SELECT m.course_id, count(*) AS students FROM removed m JOIN LATERAL (SELECT u.role, u.deleted_at FROM users u WHERE u.id = m.user_id OFFSET 0) u ON u.role = 'USER' AND u.deleted_at IS NULL
    WHERE m.role = 'STUDENT' AND m.status = 'ACTIVE' GROUP BY m.course_id) n
  WHERE c.id = n.course_id;
  UPDATE enrolments e SET periods = e.periods * tstzmultirange(tstzrange(NULL, now()::timestamptz(3))) FROM removed m
  WHERE m.role = 'STUDENT' AND m.status = 'ACTIVE' AND e.user_id = m.user_id AND e.course_id = m.course_id AND upper_inf(e.periods);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_changed_student() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE courses c SET student_count = c.student_count + CASE WHEN NEW.role = 'USER' AND NEW.deleted_at IS NULL THEN 1 ELSE -1 END
  FROM memberships m WHERE m.user_id = NEW.id AND m.course_id = c.id AND m.role = 'STUDENT' AND m.status = 'ACTIVE';
  IF NEW.role = 'USER' AND NEW.deleted_at IS NULL THEN
    INSERT INTO enrolments AS e (user_id, course_id, periods)
    SELECT m.user_id, m.course_id, tstzmultirange(tstzrange(now()::timestamptz(3), NULL)) FROM memberships m
    WHERE m.user_id = NEW.id AND m.role = 'STUDENT' AND m.status = 'ACTIVE' ORDER BY m.course_id
    ON CONFLICT (user_id, course_id) DO UPDATE SET periods = e.periods + excluded.periods;
  ELSE
    UPDATE enrolments e SET periods = e.periods * tstzmultirange(tstzrange(NULL, now()::timestamptz(3)))
    WHERE e.user_id = NEW.id AND upper_inf(e.periods);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What is known: memberships begin with the decision about their response, if that came later than the request. Of earlier periods, and of
-- those who left, only the time between their first and last work.
INSERT INTO enrolments (user_id, course_id, periods)
SELECT k.user_id, k.course_id, range_agg(k.period) FROM (
  SELECT m.user_id, m.course_id, tstzrange(greatest(m.created_at, (SELECT max(r.decided_at) FROM signup_responses r JOIN signup_forms f ON f.id = r.form_id
    WHERE f.course_id = m.course_id AND r.user_id = m.user_id AND r.status = 'APPROVED')), NULL) AS period
  FROM memberships m JOIN users u ON u.id = m.user_id AND u.role = 'USER' AND u.deleted_at IS NULL WHERE m.role = 'STUDENT' AND m.status = 'ACTIVE'
  UNION ALL
  SELECT s.student_id, s.course_id, tstzrange(min(least(s.created_at, s.submitted_at)), max(greatest(s.created_at, s.submitted_at)) + interval '1 millisecond')
  FROM submissions s GROUP BY s.student_id, s.course_id) k
GROUP BY k.user_id, k.course_id;
--> statement-breakpoint
UPDATE assignments SET closed_at = updated_at WHERE status = 'CLOSED';

DROP INDEX "submissions_to_grade_idx";--> statement-breakpoint
CREATE INDEX "submissions_marks_idx" ON "submissions" USING btree ("assignment_id","marks","student_id") WHERE marks is not null;--> statement-breakpoint
CREATE INDEX "submissions_states_idx" ON "submissions" USING btree ("assignment_id","student_id","status","late","attempt");--> statement-breakpoint
CREATE INDEX "memberships_students_idx" ON "memberships" USING btree ("course_id","user_id") WHERE "memberships"."role" = 'STUDENT' and "memberships"."status" = 'ACTIVE';--> statement-breakpoint
CREATE INDEX "submissions_to_grade_idx" ON "submissions" USING btree ("assignment_id","submitted_at","student_id") WHERE status = 'SUBMITTED';
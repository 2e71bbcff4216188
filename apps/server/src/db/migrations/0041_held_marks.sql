ALTER TABLE "assignments" ADD COLUMN "hold_marks" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "submission_attempts" ADD COLUMN "is_held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "is_held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "submissions_held_idx" ON "submissions" USING btree ("assignment_id") WHERE is_held;--> statement-breakpoint
-- What could be undone before does not say whether marks were held: it can no longer be undone.
DELETE FROM "last_grades";--> statement-breakpoint
DELETE FROM "mark_imports";

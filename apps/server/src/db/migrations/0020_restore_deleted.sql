CREATE INDEX "courses_deleted_at_idx" ON "courses" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "weeks_deleted_at_idx" ON "weeks" USING btree ("course_id","deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
-- Deleted before anything could be restored: the 30 days start now.
UPDATE "courses" SET "deleted_at" = now() WHERE "deleted_at" IS NOT NULL;--> statement-breakpoint
UPDATE "weeks" SET "deleted_at" = now() WHERE "deleted_at" IS NOT NULL;

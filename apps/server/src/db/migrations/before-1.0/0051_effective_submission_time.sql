-- Work that was stored without the time that lateness is counted by: it counts from its submission.
UPDATE "submissions" SET "submitted_at" = coalesce("submitted_at", "effective_submitted_at", "updated_at"),
  "effective_submitted_at" = coalesce("effective_submitted_at", "submitted_at", "updated_at")
WHERE "attempt" > 0 AND ("submitted_at" IS NULL OR "effective_submitted_at" IS NULL);--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_submitted_check" CHECK ("submissions"."attempt" = 0 or "submissions"."submitted_at" is not null and "submissions"."effective_submitted_at" is not null);

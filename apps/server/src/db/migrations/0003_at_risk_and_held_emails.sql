DROP INDEX "emails_held_idx";--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "at_risk_days_away" integer DEFAULT 14 NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "at_risk_missing" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "at_risk_attendance" integer DEFAULT 75 NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "needed_attendance" integer;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "made_up_as" text DEFAULT 'EXCUSED' NOT NULL;--> statement-breakpoint
CREATE INDEX "emails_held_idx" ON "emails" USING btree ("created_at") WHERE "emails"."state" = 'QUEUED' and "emails"."delayed_by" in ('SETTINGS', 'SERVER', 'NO_SERVER');
ALTER TABLE "attendance" ADD COLUMN "objected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "attendance" ADD COLUMN "objection" text;
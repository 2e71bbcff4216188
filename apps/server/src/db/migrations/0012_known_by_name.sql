ALTER TABLE "attendance" ADD COLUMN "by_name" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "attendance_moments" ADD COLUMN "by_name" boolean DEFAULT false NOT NULL;
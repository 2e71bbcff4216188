ALTER TABLE "assignments" ADD COLUMN "weight" numeric(8, 2);--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "missing_counts" text DEFAULT 'CLOSED' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "show_medians" boolean DEFAULT false NOT NULL;
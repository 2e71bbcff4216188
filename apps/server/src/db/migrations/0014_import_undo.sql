ALTER TABLE "import_results" ADD COLUMN "made" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "import_results" ADD COLUMN "enrolled" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "import_results" ADD COLUMN "undone" jsonb;
CREATE TABLE "import_results" (
	"user_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"role" text NOT NULL,
	"course_id" uuid,
	"summary" jsonb NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"rows" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_results_user_id_import_id_pk" PRIMARY KEY("user_id","import_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_results" ADD CONSTRAINT "import_results_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_results_user_id_created_at_idx" ON "import_results" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "import_results_created_at_idx" ON "import_results" USING btree ("created_at");
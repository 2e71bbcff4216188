-- By hand: UNLOGGED, so that telling how far an import is costs no write to the log.
CREATE UNLOGGED TABLE "import_progress" (
	"user_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"stage" text NOT NULL,
	"done" integer,
	"total" integer,
	"noted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_progress_user_id_import_id_pk" PRIMARY KEY("user_id","import_id")
);
--> statement-breakpoint
CREATE INDEX "import_progress_noted_at_idx" ON "import_progress" USING btree ("noted_at");
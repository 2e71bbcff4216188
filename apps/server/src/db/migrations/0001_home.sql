CREATE TABLE "weekly_activity" (
	"starts_on" date PRIMARY KEY NOT NULL,
	"signed_in" integer NOT NULL,
	"new_people" integer NOT NULL,
	"videos" integer NOT NULL,
	"sessions" integer NOT NULL,
	"submissions" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "register_closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "register_closed_by" uuid;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_register_closed_by_users_id_fk" FOREIGN KEY ("register_closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
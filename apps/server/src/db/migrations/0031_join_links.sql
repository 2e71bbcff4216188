CREATE TABLE "join_links" (
	"course_id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"code" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "join_links" ADD CONSTRAINT "join_links_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_links" ADD CONSTRAINT "join_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "join_links_token_key" ON "join_links" USING btree ("token");--> statement-breakpoint
CREATE UNIQUE INDEX "join_links_code_key" ON "join_links" USING btree ("code");
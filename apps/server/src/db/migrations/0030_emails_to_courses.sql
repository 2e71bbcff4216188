CREATE TABLE "course_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"audience" jsonb NOT NULL,
	"state" text DEFAULT 'SCHEDULED' NOT NULL,
	"cancel_reason" text,
	"send_at" timestamp (3) with time zone NOT NULL,
	"show_until" date,
	"recipients" integer NOT NULL,
	"left_out" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"planned" uuid[],
	"added" uuid[] DEFAULT '{}' NOT NULL,
	"dropped" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_opt_outs" (
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_opt_outs_user_id_course_id_pk" PRIMARY KEY("user_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "signing_key" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"key" text DEFAULT gen_random_uuid()::text || gen_random_uuid()::text NOT NULL,
	CONSTRAINT "signing_key_id_check" CHECK ("signing_key"."id")
);
--> statement-breakpoint
ALTER TABLE "course_emails" ADD CONSTRAINT "course_emails_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_emails" ADD CONSTRAINT "course_emails_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_opt_outs" ADD CONSTRAINT "email_opt_outs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_opt_outs" ADD CONSTRAINT "email_opt_outs_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_emails_course_id_send_at_idx" ON "course_emails" USING btree ("course_id","send_at","id");--> statement-breakpoint
CREATE INDEX "course_emails_announcements_idx" ON "course_emails" USING btree ("course_id","show_until") WHERE "course_emails"."show_until" is not null;--> statement-breakpoint
CREATE INDEX "email_opt_outs_course_id_idx" ON "email_opt_outs" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "emails_failed_idx" ON "emails" USING btree ("batch_id") WHERE "emails"."state" = 'FAILED';--> statement-breakpoint
INSERT INTO "signing_key" DEFAULT VALUES;

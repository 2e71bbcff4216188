CREATE TABLE "signup_form_versions" (
	"form_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"questions" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "signup_form_versions_form_id_version_pk" PRIMARY KEY("form_id","version")
);
--> statement-breakpoint
CREATE TABLE "signup_forms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"closes_at" timestamp (3) with time zone,
	"auto_approve" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signup_responses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"form_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"status" text NOT NULL,
	"note" text,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"waitlisted_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"decision_batch_id" uuid
);
--> statement-breakpoint
ALTER TABLE "signup_form_versions" ADD CONSTRAINT "signup_form_versions_form_id_signup_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."signup_forms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signup_form_versions" ADD CONSTRAINT "signup_form_versions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signup_forms" ADD CONSTRAINT "signup_forms_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signup_responses" ADD CONSTRAINT "signup_responses_form_id_signup_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."signup_forms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signup_responses" ADD CONSTRAINT "signup_responses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signup_responses" ADD CONSTRAINT "signup_responses_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "signup_forms_course_id_key" ON "signup_forms" USING btree ("course_id");--> statement-breakpoint
CREATE UNIQUE INDEX "signup_responses_form_id_user_id_key" ON "signup_responses" USING btree ("form_id","user_id");--> statement-breakpoint
CREATE INDEX "signup_responses_sent_at_idx" ON "signup_responses" USING btree ("form_id","status","sent_at","id");--> statement-breakpoint
CREATE INDEX "signup_responses_user_id_idx" ON "signup_responses" USING btree ("user_id");--> statement-breakpoint
-- A seat that is freed goes to the first of the waiting list; a job does it, because mail and history belong to it.
CREATE FUNCTION fill_freed_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM memberships WHERE course_id = NEW.id AND role = 'STUDENT' AND status = 'WAITLISTED') THEN
    PERFORM graphile_worker.add_job('signup-forms.moveUp', json_build_object('courseId', NEW.id), job_key := 'signup-forms.moveUp:' || NEW.id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER seats_freed AFTER UPDATE OF student_count, seats ON courses FOR EACH ROW
  WHEN (NEW.student_count < OLD.student_count OR NEW.seats > OLD.seats OR (NEW.seats IS NULL AND OLD.seats IS NOT NULL)) EXECUTE FUNCTION fill_freed_seats();

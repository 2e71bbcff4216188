-- By hand: UNLOGGED for what matters for seconds, so that writing it costs no write to the log.
CREATE UNLOGGED TABLE "grading_presence" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"assignment_id" uuid NOT NULL,
	"submission_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hidden_names" (
	"assignment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "hidden_names_assignment_id_user_id_pk" PRIMARY KEY("assignment_id","user_id")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "last_grades" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"before" jsonb NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "student_numbers" (
	"assignment_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"number" integer NOT NULL,
	CONSTRAINT "student_numbers_assignment_id_student_id_pk" PRIMARY KEY("assignment_id","student_id")
);
--> statement-breakpoint
ALTER TABLE "hidden_names" ADD CONSTRAINT "hidden_names_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidden_names" ADD CONSTRAINT "hidden_names_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_comments" ADD CONSTRAINT "saved_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_numbers" ADD CONSTRAINT "student_numbers_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_numbers" ADD CONSTRAINT "student_numbers_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "grading_presence_assignment_id_idx" ON "grading_presence" USING btree ("assignment_id");--> statement-breakpoint
CREATE INDEX "hidden_names_user_id_idx" ON "hidden_names" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "saved_comments_user_id_idx" ON "saved_comments" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "student_numbers_assignment_id_number_key" ON "student_numbers" USING btree ("assignment_id","number");--> statement-breakpoint
CREATE INDEX "student_numbers_student_id_idx" ON "student_numbers" USING btree ("student_id");
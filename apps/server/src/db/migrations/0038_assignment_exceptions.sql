CREATE TABLE "assignment_exceptions" (
	"assignment_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone,
	"closes_at" timestamp (3) with time zone,
	"excused_at" timestamp (3) with time zone,
	"excused_by" uuid,
	"excuse_reason" text,
	"reminded_at" timestamp (3) with time zone,
	CONSTRAINT "assignment_exceptions_assignment_id_student_id_pk" PRIMARY KEY("assignment_id","student_id")
);
--> statement-breakpoint
ALTER TABLE "assignment_exceptions" ADD CONSTRAINT "assignment_exceptions_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_exceptions" ADD CONSTRAINT "assignment_exceptions_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_exceptions" ADD CONSTRAINT "assignment_exceptions_excused_by_users_id_fk" FOREIGN KEY ("excused_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assignment_exceptions_student_id_idx" ON "assignment_exceptions" USING btree ("student_id");
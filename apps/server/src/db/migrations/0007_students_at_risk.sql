CREATE TABLE "students_at_risk" (
	"course_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reasons" integer NOT NULL,
	"state" jsonb NOT NULL,
	CONSTRAINT "students_at_risk_course_id_user_id_pk" PRIMARY KEY("course_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "students_at_risk" ADD CONSTRAINT "students_at_risk_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students_at_risk" ADD CONSTRAINT "students_at_risk_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "students_at_risk_user_id_idx" ON "students_at_risk" USING btree ("user_id");
CREATE TABLE "announced_items" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"time" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "announced_items" ADD CONSTRAINT "announced_items_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announced_items_course_id_idx" ON "announced_items" USING btree ("course_id");--> statement-breakpoint
-- What students see already is not new.
INSERT INTO "announced_items" ("item_id", "course_id", "time")
SELECT "id", "course_id", coalesce("due_at", "starts_at") FROM "course_items" WHERE "opens_at" <= now();

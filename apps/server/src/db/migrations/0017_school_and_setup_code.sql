CREATE TABLE "school" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"name" text,
	"setup_code_hash" text,
	CONSTRAINT "school_id_check" CHECK ("school"."id")
);

CREATE TABLE "sign_in_sources" (
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_sources_user_id_source_pk" PRIMARY KEY("user_id","source")
);
--> statement-breakpoint
-- Codes are good for ten minutes: those that are under way are asked for again.
DELETE FROM "otp_codes";--> statement-breakpoint
ALTER TABLE "otp_codes" DROP COLUMN "user_id";--> statement-breakpoint
ALTER TABLE "otp_codes" ADD COLUMN "email" text NOT NULL;--> statement-breakpoint
ALTER TABLE "otp_codes" ADD COLUMN "source" text NOT NULL;--> statement-breakpoint
ALTER TABLE "otp_codes" ADD COLUMN "attempts_elsewhere" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "otp_codes" ADD CONSTRAINT "otp_codes_email_source_pk" PRIMARY KEY("email","source");--> statement-breakpoint
ALTER TABLE "sign_in_sources" ADD CONSTRAINT "sign_in_sources_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_sources_last_sign_in_at_idx" ON "sign_in_sources" USING btree ("last_sign_in_at");

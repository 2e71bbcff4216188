DROP INDEX "one_time_tokens_user_id_kind_key";--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "one_time_tokens_user_id_idx" ON "one_time_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "one_time_tokens_address_idx" ON "one_time_tokens" USING btree ("address") WHERE kind = 'STOP_EMAIL';--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_tokens_user_id_kind_key" ON "one_time_tokens" USING btree ("user_id","kind") WHERE kind <> 'STOP_EMAIL';
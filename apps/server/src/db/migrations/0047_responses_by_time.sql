DROP INDEX "signup_responses_sent_at_idx";--> statement-breakpoint
CREATE INDEX "signup_responses_status_idx" ON "signup_responses" USING btree ("form_id","status","sent_at","id");--> statement-breakpoint
CREATE INDEX "signup_responses_sent_at_idx" ON "signup_responses" USING btree ("form_id","sent_at","id");
ALTER TABLE "users" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The demo gave all its accounts one hash; every other has a salt of its own.
UPDATE "users" SET "is_demo" = true
WHERE "password_hash" IN (SELECT "password_hash" FROM "users" WHERE "password_hash" IS NOT NULL GROUP BY "password_hash" HAVING count(*) > 1);
--> statement-breakpoint
-- Names that PostgreSQL does not know, or that mean another time to it than to the server.
UPDATE "courses" c SET "time_zone" = z.name FROM (VALUES
  ('ACT', 'Australia/Darwin'), ('AET', 'Australia/Sydney'), ('AGT', 'America/Argentina/Buenos_Aires'), ('ART', 'Africa/Cairo'),
  ('AST', 'America/Anchorage'), ('BET', 'America/Sao_Paulo'), ('BST', 'Asia/Dhaka'), ('CAT', 'Africa/Maputo'), ('CET', 'Europe/Brussels'),
  ('CNT', 'America/St_Johns'), ('CST', 'America/Chicago'), ('CTT', 'Asia/Shanghai'), ('EAT', 'Africa/Nairobi'), ('ECT', 'Europe/Paris'),
  ('EET', 'Europe/Athens'), ('IET', 'America/Indiana/Indianapolis'), ('IST', 'Asia/Kolkata'), ('JST', 'Asia/Tokyo'), ('MET', 'Europe/Brussels'),
  ('MIT', 'Pacific/Apia'), ('NET', 'Asia/Yerevan'), ('NST', 'Pacific/Auckland'), ('PLT', 'Asia/Karachi'), ('PNT', 'America/Phoenix'),
  ('PRT', 'America/Puerto_Rico'), ('PST', 'America/Los_Angeles'), ('SST', 'Pacific/Guadalcanal'), ('US/Pacific-New', 'America/Los_Angeles'),
  ('VST', 'Asia/Ho_Chi_Minh'), ('WET', 'Europe/Lisbon')
) z (abbreviation, name) WHERE c."time_zone" = z.abbreviation;--> statement-breakpoint
-- Users without one have that of their device.
UPDATE "users" SET "time_zone" = NULL WHERE "time_zone" NOT LIKE '%/%' AND "time_zone" <> 'UTC';

ALTER TABLE "sessions" RENAME COLUMN "by_passkey" TO "took_second_step";--> statement-breakpoint
-- It is not known which of them gave a code. Their owners log in again.
DELETE FROM "sessions" USING "users" WHERE "users"."id" = "sessions"."user_id" AND "users"."two_factor_enabled";--> statement-breakpoint
-- The owner has named them.
UPDATE "users" SET "email_verified" = true WHERE "role" <> 'customer';

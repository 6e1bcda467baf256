DROP INDEX "users_admins";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "role" text DEFAULT 'customer' NOT NULL;--> statement-breakpoint
UPDATE "users" SET "role" = 'owner' WHERE "is_admin";--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("role","id") WHERE "users"."role" <> 'customer';--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "is_admin";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role" CHECK ("users"."role" in ('customer', 'owner', 'manager', 'kitchen', 'counter'));
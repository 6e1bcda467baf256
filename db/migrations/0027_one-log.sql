ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_actor";--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_actor_known";--> statement-breakpoint
DROP INDEX "audit_log_beside_orders";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "kind" text DEFAULT 'change' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "email_key" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_log_changes" ON "audit_log" USING btree ("id") WHERE "audit_log"."kind" = 'change';--> statement-breakpoint
CREATE INDEX "audit_log_security_at" ON "audit_log" USING btree ("at") WHERE "audit_log"."kind" = 'security';--> statement-breakpoint
CREATE INDEX "audit_log_security_account" ON "audit_log" USING btree ("actor_id","id") WHERE "audit_log"."kind" = 'security';--> statement-breakpoint
CREATE INDEX "audit_log_network" ON "audit_log" USING btree ("network","id") WHERE "audit_log"."network" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_beside_orders" ON "audit_log" USING btree ("subject","id") WHERE "audit_log"."kind" = 'change' and "audit_log"."subject" <> 'order';--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_kind" CHECK (case "audit_log"."kind" when 'security' then "audit_log"."actor" = 'anyone' and "audit_log"."subject" = 'users' and "audit_log"."subject_id" = '' and "audit_log"."before" is null and "audit_log"."after" is not null and "audit_log"."count" > 0 when 'change' then "audit_log"."actor" <> 'anyone' and "audit_log"."email_key" is null and "audit_log"."network" is null and "audit_log"."device" is null and "audit_log"."count" = 1 else false end);--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor" CHECK ("audit_log"."actor" in ('customer', 'admin', 'shop', 'anyone'));--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_known" CHECK (case when "audit_log"."kind" = 'security' then "audit_log"."actor_role" is null and "audit_log"."actor_email" is null and ("audit_log"."actor_id" is null or "audit_log"."email_key" is null) else ("audit_log"."actor" = 'shop') = ("audit_log"."actor_id" is null) and ("audit_log"."actor_id" is null) = ("audit_log"."actor_email" is null) end);--> statement-breakpoint
INSERT INTO "audit_log" ("at", "kind", "actor", "actor_id", "action", "subject", "subject_id", "after", "email_key", "network", "device", "count")
SELECT "at", 'security', 'anyone', "user_id", "kind", 'users', '', "details", "email_key", "network", "device", "count" FROM "security_log" ORDER BY "id";--> statement-breakpoint
DROP TABLE "security_log";--> statement-breakpoint
DROP FUNCTION "refuse_change_for_a_year"();--> statement-breakpoint
-- Who acted may be removed from a change when their account is deleted. What happened stays; at the doors, for a year.
CREATE OR REPLACE FUNCTION "keep_what_happened"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD."kind" = 'security' AND OLD."at" < now() - interval '364 days' THEN RETURN OLD; END IF;
	IF TG_OP = 'UPDATE' AND OLD."kind" = 'change' AND current_setting('shop.deletes_account', true) = 'on'
		AND (NEW."id", NEW."at", NEW."kind", NEW."actor", NEW."actor_id", NEW."action", NEW."subject", NEW."subject_id")
			IS NOT DISTINCT FROM (OLD."id", OLD."at", OLD."kind", OLD."actor", OLD."actor_id", OLD."action", OLD."subject", OLD."subject_id")
	THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'entries of % are only ever added', TG_TABLE_NAME;
END
$$;

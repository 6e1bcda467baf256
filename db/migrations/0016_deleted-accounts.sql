ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
-- Former subscribers agreed on the page; who has unsubscribed is deleted.
DELETE FROM "subscribers" WHERE "unsubscribed_at" IS NOT NULL;--> statement-breakpoint
UPDATE "subscribers" SET "confirmed_at" = "consented_at";--> statement-breakpoint
ALTER TABLE "subscribers" DROP COLUMN "unsubscribed_at";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_deleted_is_nobody" CHECK ("users"."deleted_at" is null or ("users"."mobileno" is null and "users"."birthdate" is null and "users"."image" is null and "users"."email" = "users"."id" || '@deleted.invalid'));--> statement-breakpoint
-- Who acted may be removed from an entry when their account is deleted. What happened stays.
CREATE FUNCTION "keep_what_happened"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND current_setting('shop.deletes_account', true) = 'on'
		AND (NEW."id", NEW."at", NEW."actor", NEW."actor_id", NEW."action", NEW."subject", NEW."subject_id")
			IS NOT DISTINCT FROM (OLD."id", OLD."at", OLD."actor", OLD."actor_id", OLD."action", OLD."subject", OLD."subject_id")
	THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'entries of % are only ever added', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
DROP TRIGGER "audit_log_only_grows" ON "audit_log";--> statement-breakpoint
CREATE TRIGGER "audit_log_only_grows" BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION "keep_what_happened"();--> statement-breakpoint
DROP FUNCTION "refuse_change"();

-- Mails get the words that the shop has for them. The rows stay where they are.
ALTER TABLE "mails" RENAME COLUMN "tries" TO "attempts";--> statement-breakpoint
ALTER TABLE "mails" RENAME COLUMN "fault" TO "last_error";--> statement-breakpoint
ALTER TABLE "mails" RENAME CONSTRAINT "mails_tries" TO "mails_attempts";--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_status";--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_dead_for_a_reason";--> statement-breakpoint
UPDATE "mails" SET "status" = 'dead_letter' WHERE "status" = 'dead';--> statement-breakpoint
UPDATE "mails" SET "id" = regexp_replace("id", '^unexpected-money', 'unexpected-payment'), "kind" = 'unexpected-payment'
	WHERE "kind" = 'unexpected-money';--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_status" CHECK ("mails"."status" in ('waiting', 'sent', 'dead_letter'));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_dead_letter_error" CHECK ("mails"."status" <> 'dead_letter' or "mails"."last_error" is not null);--> statement-breakpoint
-- Mails that wait have a job that names them. A new shop has no jobs yet; the job queue renames its queues itself.
DO $$
BEGIN
	IF to_regclass('pgboss.job') IS NOT NULL THEN
		UPDATE pgboss.job SET data = data || jsonb_build_object('mailId', regexp_replace(data ->> 'mailId', '^unexpected-money', 'unexpected-payment'))
			WHERE data ->> 'mailId' LIKE 'unexpected-money-%' AND state IN ('created', 'retry', 'active');
	END IF;
END
$$;

-- Quotes and the audit log get the names that the shop has for them. Nothing is copied.
ALTER TABLE "offers" RENAME TO "quotes";--> statement-breakpoint
ALTER TABLE "quotes" RENAME COLUMN "offered_at" TO "quoted_at";--> statement-breakpoint
ALTER TABLE "quotes" RENAME CONSTRAINT "offers_pkey" TO "quotes_pkey";--> statement-breakpoint
ALTER TABLE "quotes" RENAME CONSTRAINT "offers_price" TO "quotes_price";--> statement-breakpoint
ALTER TABLE "quotes" RENAME CONSTRAINT "offers_status" TO "quotes_status";--> statement-breakpoint
ALTER TABLE "quotes" RENAME CONSTRAINT "offers_closed_at" TO "quotes_closed_at";--> statement-breakpoint
ALTER TABLE "quotes" RENAME CONSTRAINT "offers_item_id_order_items_id_fk" TO "quotes_item_id_order_items_id_fk";--> statement-breakpoint
ALTER INDEX "offers_one_counts" RENAME TO "quotes_one_counts";--> statement-breakpoint
ALTER INDEX "offers_of_item" RENAME TO "quotes_of_item";--> statement-breakpoint
ALTER INDEX "offers_to_expire" RENAME TO "quotes_to_expire";--> statement-breakpoint
ALTER TABLE "journal_entries" RENAME TO "audit_log";--> statement-breakpoint
ALTER SEQUENCE "journal_entries_id_seq" RENAME TO "audit_log_id_seq";--> statement-breakpoint
ALTER TABLE "audit_log" RENAME CONSTRAINT "journal_entries_pkey" TO "audit_log_pkey";--> statement-breakpoint
ALTER TABLE "audit_log" RENAME CONSTRAINT "journal_actor" TO "audit_log_actor";--> statement-breakpoint
ALTER TABLE "audit_log" RENAME CONSTRAINT "journal_actor_known" TO "audit_log_actor_known";--> statement-breakpoint
ALTER TABLE "audit_log" RENAME CONSTRAINT "journal_subject" TO "audit_log_subject";--> statement-breakpoint
ALTER TABLE "audit_log" RENAME CONSTRAINT "journal_entries_actor_id_users_id_fk" TO "audit_log_actor_id_users_id_fk";--> statement-breakpoint
ALTER INDEX "journal_of_subject" RENAME TO "audit_log_of_subject";--> statement-breakpoint
ALTER INDEX "journal_beside_orders" RENAME TO "audit_log_beside_orders";--> statement-breakpoint
ALTER INDEX "journal_rare_actions" RENAME TO "audit_log_rare_actions";--> statement-breakpoint
ALTER TRIGGER "journal_only_grows" ON "audit_log" RENAME TO "audit_log_only_grows";--> statement-breakpoint
ALTER TABLE "audit_log" DISABLE TRIGGER "audit_log_only_grows";--> statement-breakpoint
UPDATE "audit_log" SET "action" = replace("action", '-offer', '-quote')
	WHERE "action" IN ('accept-offer', 'decline-offer', 'expire-offer');--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE TRIGGER "audit_log_only_grows";--> statement-breakpoint
UPDATE "mails" SET "id" = regexp_replace("id", '^offer', 'quote'), "kind" = regexp_replace("kind", '^offer', 'quote'),
	"data" = "data" - 'offerId' || jsonb_build_object('quoteId', "data" -> 'offerId')
	WHERE "kind" IN ('offer', 'offer-accepted', 'offer-expired', 'offer-answered');--> statement-breakpoint
-- Mails that still wait have a job that names them. A new shop has no jobs yet.
DO $$
BEGIN
	IF to_regclass('pgboss.job') IS NOT NULL THEN
		UPDATE pgboss.job SET data = data || jsonb_build_object('mailId', regexp_replace(data ->> 'mailId', '^offer', 'quote'))
			WHERE data ->> 'mailId' LIKE 'offer-%' AND state IN ('created', 'retry', 'active');
		DELETE FROM pgboss.schedule WHERE name = 'expire-offers';
	END IF;
END
$$;

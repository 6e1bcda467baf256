CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"recipient" text,
	"subject" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"fault" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "mails_status" CHECK ("mails"."status" in ('waiting', 'sent', 'dead')),
	CONSTRAINT "mails_sent_at" CHECK (("mails"."status" = 'sent') = ("mails"."sent_at" is not null)),
	CONSTRAINT "mails_dead_for_a_reason" CHECK ("mails"."status" <> 'dead' or "mails"."fault" is not null),
	CONSTRAINT "mails_tries" CHECK ("mails"."tries" >= 0)
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"price_paise" integer NOT NULL,
	"status" text NOT NULL,
	"offered_at" timestamp with time zone NOT NULL,
	"answer_by" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "offers_price" CHECK ("offers"."price_paise" > 0),
	CONSTRAINT "offers_status" CHECK ("offers"."status" in ('open', 'accepted', 'declined', 'replaced', 'expired', 'withdrawn')),
	CONSTRAINT "offers_closed_at" CHECK (("offers"."status" = 'open') = ("offers"."closed_at" is null))
);
--> statement-breakpoint
ALTER TABLE "order_items" DROP CONSTRAINT "order_items_status";--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "problem" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_item_id_order_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_by_time" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_unsent" ON "mails" USING btree ("status","created_at","id") WHERE "mails"."status" <> 'sent';--> statement-breakpoint
CREATE UNIQUE INDEX "offers_one_counts" ON "offers" USING btree ("item_id") WHERE "offers"."status" in ('open', 'accepted');--> statement-breakpoint
CREATE INDEX "offers_of_item" ON "offers" USING btree ("item_id","offered_at");--> statement-breakpoint
CREATE INDEX "offers_to_expire" ON "offers" USING btree ("answer_by") WHERE "offers"."status" = 'open';--> statement-breakpoint
INSERT INTO "offers" ("id", "item_id", "price_paise", "status", "offered_at", "answer_by")
	SELECT gen_random_uuid(), "item"."id", "item"."unit_paise", 'open', now(),
		(date_trunc('day', "delivery_at" AT TIME ZONE 'Asia/Kolkata') - interval '4 hours') AT TIME ZONE 'Asia/Kolkata'
	FROM "order_items" AS "item" JOIN "orders" ON "orders"."id" = "item"."order_id"
	WHERE "item"."status" = 'quoted' AND "item"."unit_paise" > 0;--> statement-breakpoint
UPDATE "order_items" SET "price_paise" = 0, "unit_paise" = 0
	WHERE "customize" AND "status" NOT IN ('accepted', 'completed', 'cancelled');--> statement-breakpoint
UPDATE "order_items" SET "problem" = coalesce((
		SELECT nullif("after" ->> 'problem', '') FROM "journal_entries"
		WHERE "action" = 'reject-item' AND "after" ->> 'item' = "order_items"."id"::text
		ORDER BY "journal_entries"."id" DESC LIMIT 1
	), 'We cannot make this cake.') WHERE "status" = 'rejected';--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_customised_priced_when_agreed" CHECK (not "order_items"."customize" or "order_items"."status" = 'cancelled' or ("order_items"."status" in ('accepted', 'completed')) = ("order_items"."unit_paise" > 0));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_problem" CHECK (("order_items"."status" = 'rejected') = ("order_items"."problem" <> ''));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_status" CHECK ("order_items"."status" in ('processing', 'completed', 'quoted', 'accepted', 'declined', 'expired', 'rejected', 'cancelled'));--> statement-breakpoint
ALTER TABLE "journal_entries" DROP CONSTRAINT "journal_subject";--> statement-breakpoint
ALTER TABLE "journal_entries" ADD CONSTRAINT "journal_subject" CHECK ("journal_entries"."subject" in ('order', 'cake', 'catalogue', 'users', 'mail'));
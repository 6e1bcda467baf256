CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "journal_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "journal_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"actor_id" text,
	"actor_email" text,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "journal_actor" CHECK ("journal_entries"."actor" in ('customer', 'admin', 'shop')),
	CONSTRAINT "journal_actor_known" CHECK (("journal_entries"."actor" = 'shop') = ("journal_entries"."actor_id" is null) and ("journal_entries"."actor_id" is null) = ("journal_entries"."actor_email" is null)),
	CONSTRAINT "journal_subject" CHECK ("journal_entries"."subject" in ('order', 'cake', 'catalogue', 'users'))
);
--> statement-breakpoint
CREATE TABLE "invoice_serials" (
	"year" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_serials_last" CHECK ("invoice_serials"."last" > 0)
);
--> statement-breakpoint
ALTER TABLE "cake_pictures" ADD COLUMN "alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "cakes" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "invoice_serial" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "kitchen_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "journal_entries" ADD CONSTRAINT "journal_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "journal_of_subject" ON "journal_entries" USING btree ("subject","subject_id","id");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (lower("name" || ' ' || "email" || ' ' || coalesce("mobileno", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_items_status" ON "order_items" USING btree ("status","order_id");--> statement-breakpoint
CREATE INDEX "order_items_image" ON "order_items" USING gin ("image");--> statement-breakpoint
CREATE INDEX "orders_placed" ON "orders" USING btree ("placed_at") WHERE "orders"."state" = 'placed';--> statement-breakpoint
CREATE INDEX "orders_delivery" ON "orders" USING btree ("delivery_at") WHERE "orders"."state" = 'placed';--> statement-breakpoint
CREATE INDEX "orders_refunded_only" ON "orders" USING btree ("number") WHERE "orders"."refunded_paise" > 0;--> statement-breakpoint
CREATE INDEX "orders_cash_only" ON "orders" USING btree ("number") WHERE "orders"."card_paise" = 0;--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin (lower("customer_name" || ' ' || "customer_email" || ' ' || "customer_mobile") gin_trgm_ops);--> statement-breakpoint
UPDATE "cake_pictures" SET "alt" = "pictures"."alt" FROM "pictures" WHERE "pictures"."id" = "cake_pictures"."picture_id";--> statement-breakpoint
ALTER TABLE "pictures" DROP COLUMN "alt";--> statement-breakpoint
-- Orders placed before there were serials get theirs in the order in which they were placed, by financial year in Kolkata.
UPDATE "orders" SET "invoice_serial" = 'CW/' || "numbered"."year" || '/' || lpad("numbered"."place"::text, 7, '0')
FROM (
	SELECT "id", "year", row_number() OVER (PARTITION BY "year" ORDER BY "placed_at", "number") AS "place"
	FROM (
		SELECT "id", "placed_at", "number",
			to_char("first", 'YY') || '-' || to_char("first" + interval '1 year', 'YY') AS "year"
		FROM (
			SELECT *, ("placed_at" AT TIME ZONE 'Asia/Kolkata') - interval '3 months' AS "first" FROM "orders" WHERE "state" = 'placed'
		) AS "placed"
	) AS "dated"
) AS "numbered" WHERE "numbered"."id" = "orders"."id";--> statement-breakpoint
INSERT INTO "invoice_serials" ("year", "last")
SELECT substr("invoice_serial", 4, 5), max(substr("invoice_serial", 10)::integer) FROM "orders" WHERE "invoice_serial" IS NOT NULL GROUP BY 1;--> statement-breakpoint
-- Orders placed before there was a journal stand in it as placed by the shop itself.
INSERT INTO "journal_entries" ("at", "actor", "action", "subject", "subject_id")
SELECT "placed_at", 'shop', 'place-order', 'order', "id"::text FROM "orders" WHERE "state" = 'placed' ORDER BY "placed_at", "number";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_invoice_serial_unique" UNIQUE("invoice_serial");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_invoice_serial" CHECK (("orders"."state" = 'placed') = ("orders"."invoice_serial" is not null) and length("orders"."invoice_serial") <= 16);--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'entries of % are only ever added', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER "journal_only_grows" BEFORE UPDATE OR DELETE ON "journal_entries" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();

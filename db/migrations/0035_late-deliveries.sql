CREATE TABLE "exceptional_days" (
	"day" date PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"declared_at" timestamp with time zone NOT NULL,
	CONSTRAINT "exceptional_days_reason" CHECK (length("exceptional_days"."reason") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "late_deliveries" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"minutes" integer NOT NULL,
	"outcome" text NOT NULL,
	"card_paise" integer NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "late_deliveries_minutes" CHECK ("late_deliveries"."minutes" >= 0),
	CONSTRAINT "late_deliveries_outcome" CHECK ("late_deliveries"."outcome" in ('owed', 'nothing', 'exceptional', 'disputed') and "late_deliveries"."card_paise" >= 0 and ("late_deliveries"."outcome" = 'owed' or "late_deliveries"."card_paise" = 0))
);
--> statement-breakpoint
ALTER TABLE "late_deliveries" ADD CONSTRAINT "late_deliveries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Nothing was promised to orders of before: it is decided that nothing is owed for those that have not arrived.
INSERT INTO "late_deliveries" ("order_id", "minutes", "outcome", "card_paise", "decided_at")
SELECT "id", 0, 'nothing', 0, now() FROM "orders"
WHERE "state" = 'placed' AND "slot_ends_at" IS NOT NULL AND "arrived_at" IS NULL AND NOT "is_pickup";

ALTER TABLE "door_payments" DROP CONSTRAINT "door_payments_state";--> statement-breakpoint
ALTER TABLE "door_payments" DROP CONSTRAINT "door_payments_amounts";--> statement-breakpoint
ALTER TABLE "door_payments" DROP CONSTRAINT "door_payments_reason";--> statement-breakpoint
ALTER TABLE "late_deliveries" DROP CONSTRAINT "late_deliveries_outcome";--> statement-breakpoint
ALTER TABLE "door_payments" DROP CONSTRAINT "door_payments_pkey";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "waived_paise" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What was waived is said on the order, and so is the cash of cakes that nobody got.
UPDATE "orders" SET "waived_paise" = greatest(0, least("missing", "orders"."cash_paise" + "agreed" - "taken")) FROM (
  SELECT o."id", d."due_paise" - d."taken_paise" AS "missing", coalesce(d."taken_paise", 0) AS "taken", (
    SELECT coalesce(sum(i."unit_paise" * i."amount"), 0) FROM "order_items" i
    WHERE i."order_id" = o."id" AND i."customize" AND i."status" IN ('accepted', 'completed')
  ) AS "agreed"
  FROM "orders" o LEFT JOIN "door_payments" d ON d."order_id" = o."id"
  WHERE o."fulfilment" = 'closed' OR d."state" = 'waived'
) w WHERE w."id" = "orders"."id";--> statement-breakpoint
DELETE FROM "door_payments" WHERE "taken_paise" = 0 AND "state" = 'waived';--> statement-breakpoint
ALTER TABLE "door_payments" ADD COLUMN "part" text DEFAULT 'door' NOT NULL;--> statement-breakpoint
ALTER TABLE "door_payments" ALTER COLUMN "part" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "door_payments" ADD CONSTRAINT "door_payments_order_id_part_pk" PRIMARY KEY("order_id","part");--> statement-breakpoint
ALTER TABLE "late_deliveries" ADD COLUMN "cash_paise" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "door_payments" DROP COLUMN "state";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_waived" CHECK ("orders"."waived_paise" >= 0);--> statement-breakpoint
ALTER TABLE "door_payments" ADD CONSTRAINT "door_payments_part" CHECK ("door_payments"."part" in ('door', 'rest'));--> statement-breakpoint
ALTER TABLE "door_payments" ADD CONSTRAINT "door_payments_amounts" CHECK (case "door_payments"."part" when 'door' then "door_payments"."due_paise" >= 0 and "door_payments"."taken_paise" >= 0 and "door_payments"."due_paise" + "door_payments"."taken_paise" > 0 else "door_payments"."taken_paise" = "door_payments"."due_paise" and "door_payments"."taken_paise" <> 0 end);--> statement-breakpoint
ALTER TABLE "door_payments" ADD CONSTRAINT "door_payments_reason" CHECK (("door_payments"."taken_paise" >= "door_payments"."due_paise") = ("door_payments"."reason" = '') and length("door_payments"."reason") <= 140);--> statement-breakpoint
ALTER TABLE "late_deliveries" ADD CONSTRAINT "late_deliveries_outcome" CHECK ("late_deliveries"."outcome" in ('owed', 'nothing', 'exceptional', 'disputed') and "late_deliveries"."card_paise" >= 0 and "late_deliveries"."cash_paise" >= 0 and ("late_deliveries"."outcome" = 'owed' or "late_deliveries"."card_paise" = 0) and ("late_deliveries"."outcome" in ('owed', 'disputed') or "late_deliveries"."cash_paise" = 0));
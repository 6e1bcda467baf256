ALTER TABLE "orders" ADD COLUMN "is_refunded_whole" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- But for those where the last of it came back for a dropped item or a cheaper slot.
UPDATE "orders" SET "is_refunded_whole" = true
WHERE "state" = 'placed' AND "card_paise" > 0 AND "refunded_paise" = "card_paise" AND coalesce((
  SELECT r."key" !~ '^(drop|slot)-' FROM "refunds" r JOIN "payments" p ON p."id" = r."payment_id"
  WHERE p."order_id" = "orders"."id" ORDER BY r."created_at" DESC, r."id" DESC LIMIT 1
), true);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded_whole" CHECK (not "orders"."is_refunded_whole" or ("orders"."card_paise" > 0 and "orders"."refunded_paise" = "orders"."card_paise"));
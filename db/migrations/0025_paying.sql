ALTER TABLE "order_payments" DROP CONSTRAINT "order_payments_values";--> statement-breakpoint
ALTER TABLE "order_payments" DROP CONSTRAINT "order_payments_paise";--> statement-breakpoint
ALTER TABLE "order_payments" DROP CONSTRAINT "order_payments_status";--> statement-breakpoint
ALTER TABLE "order_payments" DROP CONSTRAINT "order_payments_reason";--> statement-breakpoint
DROP INDEX "order_payments_checkout";--> statement-breakpoint
ALTER TABLE "order_payments" ADD COLUMN "returned" text;--> statement-breakpoint
UPDATE "order_payments" AS "p" SET "cause" = 'online',
	"buys" = CASE
		WHEN "p"."cause" = 'checkout' THEN '{"kind":"order"}'
		WHEN "p"."by" = 'provider' THEN NULL
		WHEN "p"."buys" ? 'quoteId' THEN '{"kind":"quote"}' || "p"."buys"
		-- Of an account that was deleted, nobody knows what it was.
		ELSE '{"kind":"change"}' || coalesce("p"."buys", '{"changes":{}}') END,
	"returned" = CASE
		WHEN "p"."cause" = 'balance' AND "p"."by" = 'provider' THEN 'second'
		WHEN EXISTS (SELECT 1 FROM "order_payments" "r" WHERE "r"."key" = 'slot-gone-' || "p"."id") THEN 'slot-gone'
		WHEN EXISTS (SELECT 1 FROM "order_payments" "r" WHERE "r"."key" = 'unexpected-' || "p"."id") THEN 'not-had' END,
	-- What the provider knows it by.
	"key" = CASE
		WHEN "p"."cause" = 'checkout' THEN "p"."order_id"::text
		WHEN "p"."by" = 'provider' THEN "p"."key"
		ELSE "p"."id"::text END
WHERE "p"."cause" IN ('checkout', 'balance');--> statement-breakpoint
UPDATE "mails" SET "data" = "data" || '{"kind":"second"}' WHERE "kind" = 'unexpected-payment' AND "data" ->> 'isSecond' = 'true';--> statement-breakpoint
UPDATE "mails" SET "data" = "data" || '{"kind":"change"}' WHERE "kind" = 'balance-refunded' AND "data" ->> 'isChange' = 'true';--> statement-breakpoint
CREATE UNIQUE INDEX "order_payments_buys_order" ON "order_payments" USING btree ("order_id") WHERE "order_payments"."buys" ->> 'kind' = 'order';--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_buys" CHECK (case when "order_payments"."cause" = 'online' then ("order_payments"."buys" is null) = (coalesce("order_payments"."returned", '') = 'second') else "order_payments"."buys" is null and "order_payments"."returned" is null end and ("order_payments"."buys" is null or coalesce("order_payments"."buys" ->> 'kind', '') in ('order', 'quote', 'change')) and ("order_payments"."returned" is null or "order_payments"."returned" in ('slot-gone', 'not-had', 'second') and "order_payments"."status" = 'succeeded'));--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_values" CHECK ("order_payments"."method" in ('provider', 'cash', 'upi') and "order_payments"."cause" in ('online', 'door', 'counter', 'refund', 'dispute') and "order_payments"."status" in ('started', 'requested', 'succeeded', 'cancelled', 'failed') and "order_payments"."currency" = 'INR');--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_paise" CHECK (case when "order_payments"."cause" = 'online' then "order_payments"."paise" > 0 when "order_payments"."cause" = 'refund' then "order_payments"."paise" < 0 when "order_payments"."cause" = 'door' then "order_payments"."paise" >= 0 else "order_payments"."paise" <> 0 end);--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_status" CHECK (case when "order_payments"."cause" = 'online' then "order_payments"."status" in ('started', 'succeeded', 'cancelled') when "order_payments"."cause" = 'refund' then "order_payments"."status" in ('requested', 'succeeded', 'failed') else "order_payments"."status" = 'succeeded' end);--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_reason" CHECK (length("order_payments"."reason") <= 2400 and "order_payments"."attempts" >= 0 and ("order_payments"."fee_paise" is null or "order_payments"."method" = 'provider' and "order_payments"."fee_paise" >= 0));
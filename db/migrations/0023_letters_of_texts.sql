ALTER TABLE "addresses" DROP CONSTRAINT "addresses_label";--> statement-breakpoint
ALTER TABLE "exceptional_days" DROP CONSTRAINT "exceptional_days_reason";--> statement-breakpoint
ALTER TABLE "order_payments" DROP CONSTRAINT "order_payments_reason";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_texts";--> statement-breakpoint
ALTER TABLE "rider_runs" DROP CONSTRAINT "rider_runs_name";--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_label" CHECK (length("addresses"."label") between 1 and 320);--> statement-breakpoint
ALTER TABLE "exceptional_days" ADD CONSTRAINT "exceptional_days_reason" CHECK (length("exceptional_days"."reason") between 1 and 800);--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_reason" CHECK (length("order_payments"."reason") <= 2400 and ("order_payments"."buys" is null or "order_payments"."cause" = 'balance') and "order_payments"."attempts" >= 0 and ("order_payments"."fee_paise" is null or "order_payments"."method" = 'provider' and "order_payments"."fee_paise" >= 0));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_texts" CHECK (length("orders"."rider_note") <= 1120 and length("orders"."gift_message") <= 1600 and length("orders"."gift_from") <= 480);--> statement-breakpoint
ALTER TABLE "rider_runs" ADD CONSTRAINT "rider_runs_name" CHECK (length("rider_runs"."rider_name") between 1 and 480);
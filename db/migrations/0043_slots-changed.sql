ALTER TABLE "orders" DROP CONSTRAINT "orders_amounts_add_up";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "saved_paise" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_saved" CHECK ("orders"."saved_paise" between 0 and "orders"."card_paise");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_amounts_add_up" CHECK ("orders"."card_paise" + "orders"."cash_paise" = "orders"."subtotal_paise" + "orders"."shipping_paise" + "orders"."saved_paise");
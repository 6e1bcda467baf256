CREATE TABLE "coupons" (
	"code" text PRIMARY KEY NOT NULL,
	"percent" integer,
	"paise" integer,
	"from_paise" integer NOT NULL,
	"categories" text[] NOT NULL,
	"is_for_first_order" boolean NOT NULL,
	"max_uses" integer,
	"max_each" integer,
	"starts_on" date,
	"ends_on" date,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "coupons_code" CHECK ("coupons"."code" ~ '^[A-Z0-9]{3,20}$'),
	CONSTRAINT "coupons_off" CHECK (("coupons"."percent" is null) <> ("coupons"."paise" is null) and coalesce("coupons"."percent" between 1 and 90, "coupons"."paise" > 0 and "coupons"."paise" < "coupons"."from_paise")),
	CONSTRAINT "coupons_from" CHECK ("coupons"."from_paise" >= 0),
	CONSTRAINT "coupons_uses" CHECK ("coupons"."max_uses" > 0 and "coupons"."max_each" > 0),
	CONSTRAINT "coupons_days" CHECK ("coupons"."starts_on" <= "coupons"."ends_on")
);
--> statement-breakpoint
ALTER TABLE "order_charges" DROP CONSTRAINT "order_charges_values";--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "coupon_paise" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "coupon" text;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_coupon_coupons_code_fk" FOREIGN KEY ("coupon") REFERENCES "public"."coupons"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_of_coupon" ON "orders" USING btree ("coupon") WHERE "orders"."coupon" is not null;--> statement-breakpoint
CREATE INDEX "orders_of_mobile" ON "orders" USING btree ("customer_mobile") WHERE "orders"."placed_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_of_mailbox" ON "orders" USING btree (regexp_replace(lower("customer_email"), '\+[^@]*@', '@')) WHERE "orders"."placed_at" is not null;--> statement-breakpoint
ALTER TABLE "order_charges" ADD CONSTRAINT "order_charges_values" CHECK ("order_charges"."line" in ('item', 'delivery', 'surcharge') and "order_charges"."cause" in ('placed', 'coupon', 'quoted', 'changed', 'dropped', 'cancelled', 'late', 'waived', 'goodwill', 'moved'));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_coupon" CHECK ("order_items"."coupon_paise" between 0 and "order_items"."unit_paise" * "order_items"."amount"::bigint);
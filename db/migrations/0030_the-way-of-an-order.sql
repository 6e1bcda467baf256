CREATE TABLE "order_moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"move" text NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fulfilment" text DEFAULT 'placed' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "arrived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "lead_minutes" integer DEFAULT 180 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "recipient_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "recipient_mobile" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "recipient_email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_surprise" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "rider_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "gift_message" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "gift_from" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_moves" ADD CONSTRAINT "order_moves_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_moves_of_order" ON "order_moves" USING btree ("order_id","at");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_fulfilment" CHECK ("orders"."fulfilment" in ('placed', 'baking', 'ready', 'out_for_delivery', 'delivered', 'failed', 'collected', 'closed') and ("orders"."state" = 'placed' or "orders"."fulfilment" = 'placed') and ("orders"."is_pickup" or "orders"."fulfilment" <> 'collected'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_arrived_at" CHECK (("orders"."fulfilment" in ('delivered', 'collected')) = ("orders"."arrived_at" is not null));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_lead" CHECK ("orders"."lead_minutes" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_recipient_mobile" CHECK ("orders"."recipient_mobile" ~ '^([6-9][0-9]{9})?$');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_recipient" CHECK ("orders"."recipient_name" is not null or ("orders"."recipient_mobile" = '' and "orders"."recipient_email" = '' and not "orders"."is_surprise"));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_texts" CHECK (length("orders"."rider_note") <= 140 and length("orders"."gift_message") <= 200 and length("orders"."gift_from") <= 60);--> statement-breakpoint
-- An order whose cakes are all made is ready.
UPDATE "orders" SET "fulfilment" = 'ready' WHERE "state" = 'placed'
	AND EXISTS (SELECT 1 FROM "order_items" WHERE "order_id" = "orders"."id" AND "status" = 'completed')
	AND NOT EXISTS (SELECT 1 FROM "order_items" WHERE "order_id" = "orders"."id" AND "status" IN ('processing', 'quoted', 'accepted'));

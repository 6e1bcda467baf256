CREATE TABLE "given_away" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "given_away_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"by_id" text,
	"paise" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "given_away_paise" CHECK ("given_away"."paise" > 0)
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_pickup";--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "kitchen_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "zone_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "move_failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "taken_by" text;--> statement-breakpoint
ALTER TABLE "given_away" ADD CONSTRAINT "given_away_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "given_away" ADD CONSTRAINT "given_away_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "given_away_of_order" ON "given_away" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "given_away_of_day" ON "given_away" USING btree ("at");--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_minutes" CHECK ("order_items"."kitchen_minutes" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_pickup" CHECK (not "orders"."is_pickup" or ("orders"."slot_starts_at" is not null and coalesce("orders"."zone_id"::text, "orders"."zone") is null));--> statement-breakpoint
UPDATE "orders" o SET "zone_id" = coalesce((
  SELECT z."id" FROM "delivery_zones" z
  LEFT JOIN "delivery_pincodes" p ON p."zone_id" = z."id"
    AND substring(o."address" from ',([1-9][0-9]{5}),[^,]*$') LIKE replace(p."pincode", '*', '') || '%'
  WHERE z."name" = o."zone"
  ORDER BY length(replace(p."pincode", '*', '')) DESC NULLS LAST, z."position" LIMIT 1
), md5('zone ' || o."zone")::uuid) WHERE o."zone" IS NOT NULL;--> statement-breakpoint
UPDATE "order_items" i SET "kitchen_minutes" = least(r."kitchen_minutes", CASE
  WHEN NOT i."customize" THEN coalesce((
    SELECT ceil((c."work_minutes" * 1000 + c."minutes_per_kg" *
      (CASE WHEN c."category" = 'pestry' THEN 1000 ELSE round(i."wt"::numeric * 1000) END)) * i."amount" / 1000)
    FROM "cakes" c WHERE c."id" = i."cake_id"), 0)
  ELSE coalesce((
    SELECT q."work_minutes" * i."amount" FROM "quotes" q
    WHERE q."item_id" = i."id" AND q."work_minutes" IS NOT NULL ORDER BY q."quoted_at" DESC, q."id" DESC LIMIT 1),
    ceil((60000 + 30 * round(i."wt"::numeric * 1000)) * i."amount" / 1000))
  END)
FROM "orders" o JOIN "delivery_reservations" r ON r."id" = o."reservation_id"
WHERE o."id" = i."order_id" AND r."state" IN ('held', 'kept')
  AND i."wt" ~ '^[0-9]{1,3}([.][0-9]{1,3})?$'
  AND i."status" IN ('processing', 'quoted', 'accepted', 'completed')
  AND NOT (i."customize" AND i."status" IN ('processing', 'quoted'));--> statement-breakpoint
INSERT INTO "given_away" ("order_id", "paise", "at")
SELECT "order_id", -sum("paise"), max("created_at") FROM "order_charges"
WHERE "cause" IN ('goodwill', 'waived', 'dropped') GROUP BY "order_id";

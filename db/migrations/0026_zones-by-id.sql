ALTER TABLE "orders" DROP CONSTRAINT "orders_pickup";--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "kitchen_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "zone_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "move_failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "taken_by" text;--> statement-breakpoint
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
  AND NOT (i."customize" AND i."status" IN ('processing', 'quoted'));
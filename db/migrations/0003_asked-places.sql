ALTER TABLE "delivery_reservations" DROP CONSTRAINT "delivery_reservations_state";--> statement-breakpoint
ALTER TABLE "delivery_reservations" ADD CONSTRAINT "delivery_reservations_state" CHECK ("delivery_reservations"."state" in ('asked', 'held', 'kept', 'released'));--> statement-breakpoint
WITH asked AS (
  UPDATE "delivery_reservations" r SET "state" = 'asked' FROM "orders" o
  WHERE o."reservation_id" = r."id" AND o."state" = 'placed' AND r."state" = 'kept'
    AND EXISTS (
      SELECT 1 FROM "order_items" i
      WHERE i."order_id" = o."id" AND i."status" NOT IN ('cancelled', 'rejected', 'declined', 'expired')
    )
    AND NOT EXISTS (
      SELECT 1 FROM "order_items" i
      WHERE i."order_id" = o."id" AND i."status" NOT IN ('cancelled', 'rejected', 'declined', 'expired')
        AND NOT (i."customize" AND i."status" IN ('processing', 'quoted'))
    )
  RETURNING r."day", r."slot_id", r."production_day", r."kitchen_minutes"
), given AS (
  SELECT "day", "resource", sum("amount")::integer AS "amount" FROM (
    SELECT "day", "slot_id"::text AS "resource", 1 AS "amount" FROM asked
    UNION ALL SELECT "production_day", 'kitchen', "kitchen_minutes" FROM asked
  ) shares GROUP BY "day", "resource"
)
UPDATE "delivery_loads" l SET "taken" = l."taken" - g."amount" FROM given g
WHERE l."day" = g."day" AND l."resource" = g."resource";

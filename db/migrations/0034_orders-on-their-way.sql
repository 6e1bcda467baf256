CREATE INDEX "orders_fulfilment" ON "orders" USING btree ("fulfilment","number") WHERE "orders"."placed_at" is not null;--> statement-breakpoint
-- Orders of before: those that are prepared are ready, and of these, those whose time is over have arrived in time.
INSERT INTO "order_moves" ("id", "order_id", "move", "from", "to", "at", "by")
SELECT gen_random_uuid(), o."id", 'prepare', 'placed', 'ready', coalesce(max(i."prepared_at"), o."placed_at"), 'shop'
FROM "orders" o JOIN "order_items" i ON i."order_id" = o."id"
WHERE o."state" = 'placed'
GROUP BY o."id"
HAVING bool_or(i."status" = 'completed')
  AND bool_and(i."status" in ('completed', 'cancelled', 'rejected', 'declined', 'expired'));--> statement-breakpoint
INSERT INTO "order_moves" ("id", "order_id", "move", "from", "to", "at", "by")
SELECT gen_random_uuid(), o."id", CASE WHEN o."is_pickup" THEN 'collect' ELSE 'deliver' END, 'ready',
  CASE WHEN o."is_pickup" THEN 'collected' ELSE 'delivered' END,
  greatest(coalesce(o."slot_ends_at", o."delivery_at"), m."at" + interval '1 second'), 'shop'
FROM "orders" o JOIN "order_moves" m ON m."order_id" = o."id"
WHERE coalesce(o."slot_ends_at", o."delivery_at") < now();--> statement-breakpoint
UPDATE "orders" o SET "fulfilment" = m."to",
  "arrived_at" = CASE WHEN m."to" <> 'ready' THEN coalesce(o."slot_ends_at", o."delivery_at") END
FROM "order_moves" m
WHERE m."order_id" = o."id"
  AND NOT EXISTS (SELECT 1 FROM "order_moves" n WHERE n."order_id" = m."order_id" AND n."at" > m."at");

ALTER TABLE "order_items" ADD COLUMN "egg" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_egg" CHECK ("order_items"."egg" in ('Egg', 'Eggless'));--> statement-breakpoint
-- Orders of before: as the cake says today. What was ordered of a cake that is gone is not known.
UPDATE "order_items" SET "egg" = "cakes"."egg" FROM "cakes" WHERE "cakes"."id" = "order_items"."cake_id";

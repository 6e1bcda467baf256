ALTER TABLE "order_moves" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "order_moves" ADD CONSTRAINT "order_moves_reason" CHECK ("order_moves"."reason" is null or "order_moves"."move" = 'fail');--> statement-breakpoint
-- Riders chose a reason, of which the label was kept; staff typed it.
UPDATE "order_moves" SET "reason" = CASE lower("detail")
  WHEN 'nobody in' THEN 'nobody-in'
  WHEN 'wrong address' THEN 'wrong-address'
  WHEN 'refused' THEN 'refused'
  WHEN 'damaged on the way' THEN 'damaged'
END
WHERE "move" = 'fail';

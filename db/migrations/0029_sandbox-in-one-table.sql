ALTER TABLE "sandbox_intents" DROP CONSTRAINT "sandbox_intents_status";--> statement-breakpoint
ALTER TABLE "sandbox_intents" DROP CONSTRAINT "sandbox_intents_method_id_sandbox_methods_id_fk";--> statement-breakpoint
ALTER TABLE "sandbox_intents" ADD COLUMN "refunds" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "sandbox_intents" AS "i" SET "refunds" = "r"."made" FROM (
	SELECT "intent_id", jsonb_agg(jsonb_build_object('id', "id", 'key', "idempotency_key", 'amountPaise', "amount_paise") ORDER BY "created_at", "id") AS "made"
	FROM "sandbox_refunds" GROUP BY "intent_id"
) AS "r" WHERE "r"."intent_id" = "i"."id";--> statement-breakpoint
-- The id says what the card does.
UPDATE "sandbox_intents" AS "i" SET "method_id" =
	'pm_' || CASE "m"."behaviour" WHEN 'insufficient_funds' THEN 'declined' ELSE "m"."behaviour" END || substr("m"."id", 3)
FROM "sandbox_methods" AS "m" WHERE "m"."id" = "i"."method_id";--> statement-breakpoint
UPDATE "sandbox_intents" SET "last_error" = 'card_declined' WHERE "last_error" = 'insufficient_funds';--> statement-breakpoint
ALTER TABLE "sandbox_intents" ADD CONSTRAINT "sandbox_intents_status" CHECK ("sandbox_intents"."status" in ('requires_method', 'requires_confirmation', 'requires_action', 'processing', 'succeeded', 'cancelled'));--> statement-breakpoint
DROP TABLE "sandbox_refunds";--> statement-breakpoint
DROP TABLE "sandbox_methods";

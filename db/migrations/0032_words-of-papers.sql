DROP INDEX "order_items_agreed";--> statement-breakpoint
ALTER TABLE "order_papers" ADD COLUMN "words" json;--> statement-breakpoint
ALTER TABLE "order_papers" ADD COLUMN "words_digest" text;--> statement-breakpoint
CREATE INDEX "order_payments_lost" ON "order_payments" USING btree ("created_at") WHERE "order_payments"."cause" = 'dispute';--> statement-breakpoint
ALTER TABLE "order_papers" ADD CONSTRAINT "order_papers_words" CHECK (("order_papers"."words" is null) = ("order_papers"."words_digest" is null));
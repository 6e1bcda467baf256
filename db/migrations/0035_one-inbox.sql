ALTER TABLE "messages" DROP CONSTRAINT "messages_answered";--> statement-breakpoint
DROP INDEX "messages_open";--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "number" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "messages_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "item_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "wish" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "replies" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_item_id_order_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_waiting" ON "messages" USING btree ("created_at") WHERE "messages"."answered_at" is null;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_number_unique" UNIQUE("number");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_wish" CHECK ("messages"."wish" in ('answer', 'again', 'money'));--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_item" CHECK ("messages"."item_id" is null or "messages"."order_id" is not null);--> statement-breakpoint
-- Until now these were answered by email alone, and nothing said so here.
UPDATE "messages" SET "answered_at" = "created_at" WHERE "order_id" IS NULL AND "created_at" < now() - interval '2 days';

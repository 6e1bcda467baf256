ALTER TABLE "messages" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_of_order" ON "messages" USING btree ("order_id") WHERE "messages"."order_id" is not null;
DROP INDEX "order_moves_of_order";--> statement-breakpoint
ALTER TABLE "order_moves" ADD COLUMN "serial" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "order_moves_serial_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
CREATE INDEX "order_moves_of_order" ON "order_moves" USING btree ("order_id","serial");
CREATE TABLE "given_away" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "given_away_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"by_id" text,
	"paise" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "given_away_paise" CHECK ("given_away"."paise" > 0)
);
--> statement-breakpoint
ALTER TABLE "given_away" ADD CONSTRAINT "given_away_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "given_away" ADD CONSTRAINT "given_away_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "given_away_of_order" ON "given_away" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "given_away_of_day" ON "given_away" USING btree ("at");
CREATE TABLE "cake_reviews" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"cake_id" text NOT NULL,
	"stars" integer NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"picture_id" text,
	"by" text NOT NULL,
	"about" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	CONSTRAINT "cake_reviews_stars" CHECK ("cake_reviews"."stars" between 1 and 5),
	CONSTRAINT "cake_reviews_state" CHECK ("cake_reviews"."state" in ('waiting', 'shown', 'hidden')),
	CONSTRAINT "cake_reviews_reason" CHECK (("cake_reviews"."state" = 'hidden') = ("cake_reviews"."reason" <> ''))
);
--> statement-breakpoint
ALTER TABLE "cake_reviews" ADD CONSTRAINT "cake_reviews_item_id_order_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cake_reviews" ADD CONSTRAINT "cake_reviews_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cake_reviews" ADD CONSTRAINT "cake_reviews_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cake_reviews_of_order" ON "cake_reviews" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "cake_reviews_shown" ON "cake_reviews" USING btree ("cake_id","written_at") WHERE "cake_reviews"."state" = 'shown';--> statement-breakpoint
CREATE INDEX "cake_reviews_waiting" ON "cake_reviews" USING btree ("written_at") WHERE "cake_reviews"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "cake_reviews_picture" ON "cake_reviews" USING btree ("picture_id") WHERE "cake_reviews"."picture_id" is not null;
CREATE TABLE "order_photos" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"file" uuid NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_photos_file_unique" UNIQUE("file")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "dispatch_held_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_photos" ADD CONSTRAINT "order_photos_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
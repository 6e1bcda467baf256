CREATE TABLE "tracking_links" (
	"order_id" uuid NOT NULL,
	"audience" text NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "tracking_links_order_id_audience_pk" PRIMARY KEY("order_id","audience"),
	CONSTRAINT "tracking_links_audience" CHECK ("tracking_links"."audience" in ('sender', 'recipient')),
	CONSTRAINT "tracking_links_version" CHECK ("tracking_links"."version" > 1)
);
--> statement-breakpoint
ALTER TABLE "tracking_links" ADD CONSTRAINT "tracking_links_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
CREATE TABLE "rider_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"rider_name" text NOT NULL,
	"rider_mobile" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"link_ends_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "rider_runs_mobile" CHECK ("rider_runs"."rider_mobile" ~ '^[6-9][0-9]{9}$'),
	CONSTRAINT "rider_runs_name" CHECK (length("rider_runs"."rider_name") between 1 and 60),
	CONSTRAINT "rider_runs_ends" CHECK ("rider_runs"."link_ends_at" > "rider_runs"."created_at")
);
--> statement-breakpoint
CREATE TABLE "rider_stops" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rider_stops_wrong_codes" CHECK ("rider_stops"."wrong_codes" between 0 and 5)
);
--> statement-breakpoint
ALTER TABLE "rider_stops" ADD CONSTRAINT "rider_stops_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rider_stops" ADD CONSTRAINT "rider_stops_run_id_rider_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."rider_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rider_runs_ends_at" ON "rider_runs" USING btree ("link_ends_at");--> statement-breakpoint
CREATE INDEX "rider_stops_run" ON "rider_stops" USING btree ("run_id","position");
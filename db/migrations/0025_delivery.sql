CREATE TABLE "delivery_days" (
	"day" date PRIMARY KEY NOT NULL,
	"closed_reason" text,
	"kitchen_minutes" integer,
	"places" jsonb NOT NULL,
	CONSTRAINT "delivery_days_kitchen" CHECK (coalesce("delivery_days"."kitchen_minutes", 0) >= 0)
);
--> statement-breakpoint
CREATE TABLE "delivery_loads" (
	"day" date NOT NULL,
	"what" text NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "delivery_loads_day_what_pk" PRIMARY KEY("day","what"),
	CONSTRAINT "delivery_loads_taken" CHECK ("delivery_loads"."taken" >= 0)
);
--> statement-breakpoint
CREATE TABLE "delivery_pincodes" (
	"pincode" text PRIMARY KEY NOT NULL,
	"zone_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "delivery_pincodes_digits" CHECK ("delivery_pincodes"."pincode" ~ '^[1-9][0-9]{2,5}$')
);
--> statement-breakpoint
CREATE TABLE "delivery_reservations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"slot_id" uuid NOT NULL,
	"production_day" date NOT NULL,
	"kitchen_minutes" integer NOT NULL,
	"state" text NOT NULL,
	"held_until" timestamp with time zone NOT NULL,
	CONSTRAINT "delivery_reservations_state" CHECK ("delivery_reservations"."state" in ('held', 'kept', 'released')),
	CONSTRAINT "delivery_reservations_minutes" CHECK ("delivery_reservations"."kitchen_minutes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "delivery_slots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"weekday" integer NOT NULL,
	"start_minute" integer NOT NULL,
	"end_minute" integer NOT NULL,
	"kind" text NOT NULL,
	"surcharge_paise" integer NOT NULL,
	"cut_off_minutes" integer,
	"cut_off_day_before" integer,
	"places" integer,
	"bakes_day_before" boolean NOT NULL,
	CONSTRAINT "delivery_slots_weekday" CHECK ("delivery_slots"."weekday" between 0 and 6),
	CONSTRAINT "delivery_slots_minutes" CHECK ("delivery_slots"."start_minute" >= 0 and "delivery_slots"."start_minute" < "delivery_slots"."end_minute" and "delivery_slots"."end_minute" <= 1440),
	CONSTRAINT "delivery_slots_kind" CHECK ("delivery_slots"."kind" in ('standard', 'fixed', 'midnight', 'pickup')),
	CONSTRAINT "delivery_slots_cut_off" CHECK (("delivery_slots"."cut_off_minutes" is null) <> ("delivery_slots"."cut_off_day_before" is null) and coalesce("delivery_slots"."cut_off_minutes", "delivery_slots"."cut_off_day_before") >= 0),
	CONSTRAINT "delivery_slots_amounts" CHECK ("delivery_slots"."surcharge_paise" >= 0 and coalesce("delivery_slots"."places", 0) >= 0)
);
--> statement-breakpoint
CREATE TABLE "delivery_usual" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"kitchen_minutes" integer,
	"hold_minutes" integer NOT NULL,
	"days_ahead" integer NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "delivery_usual_one" CHECK ("delivery_usual"."id" = 1),
	CONSTRAINT "delivery_usual_hold" CHECK ("delivery_usual"."hold_minutes" between 10 and 60),
	CONSTRAINT "delivery_usual_days" CHECK ("delivery_usual"."days_ahead" between 1 and 365),
	CONSTRAINT "delivery_usual_kitchen" CHECK (coalesce("delivery_usual"."kitchen_minutes", 0) >= 0)
);
--> statement-breakpoint
CREATE TABLE "delivery_zones" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"fee_paise" integer NOT NULL,
	"free_from_paise" integer,
	"minimum_paise" integer NOT NULL,
	"travel_minutes" integer NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "delivery_zones_amounts" CHECK ("delivery_zones"."fee_paise" >= 0 and "delivery_zones"."minimum_paise" >= 0 and coalesce("delivery_zones"."free_from_paise", 0) >= 0),
	CONSTRAINT "delivery_zones_travel" CHECK ("delivery_zones"."travel_minutes" between 0 and 600)
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_subject";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "reservation_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "slot_starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "slot_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "zone" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "surcharge_paise" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_pincodes" ADD CONSTRAINT "delivery_pincodes_zone_id_delivery_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."delivery_zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_pincodes_zone" ON "delivery_pincodes" USING btree ("zone_id");--> statement-breakpoint
CREATE INDEX "delivery_reservations_held" ON "delivery_reservations" USING btree ("held_until") WHERE "delivery_reservations"."state" = 'held';--> statement-breakpoint
CREATE INDEX "delivery_reservations_slot" ON "delivery_reservations" USING btree ("day","slot_id") WHERE "delivery_reservations"."state" <> 'released';--> statement-breakpoint
CREATE INDEX "delivery_reservations_kitchen" ON "delivery_reservations" USING btree ("production_day") WHERE "delivery_reservations"."state" <> 'released';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_reservation_id_delivery_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."delivery_reservations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_reservation_id_unique" UNIQUE("reservation_id");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_subject" CHECK ("audit_log"."subject" in ('order', 'cake', 'catalogue', 'users', 'mail', 'delivery'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_slot" CHECK (("orders"."reservation_id" is null) = ("orders"."slot_starts_at" is null) and ("orders"."slot_starts_at" is null) = ("orders"."slot_ends_at" is null) and ("orders"."slot_ends_at" is null or "orders"."slot_starts_at" < "orders"."slot_ends_at"));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_surcharge" CHECK ("orders"."surcharge_paise" between 0 and "orders"."shipping_paise");
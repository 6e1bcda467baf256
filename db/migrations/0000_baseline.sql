-- What Drizzle does not generate of the first migration. scripts/make-baseline.ts puts the tables in their place.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"place" smallint NOT NULL,
	"label" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"address" text NOT NULL,
	"pincode" text NOT NULL,
	"city" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	CONSTRAINT "addresses_place_of_user" UNIQUE("user_id","place"),
	CONSTRAINT "addresses_place" CHECK ("addresses"."place" between 1 and 20),
	CONSTRAINT "addresses_label" CHECK (length("addresses"."label") between 1 and 40),
	CONSTRAINT "addresses_mobile" CHECK ("addresses"."mobile" ~ '^([6-9][0-9]{9})?$'),
	CONSTRAINT "addresses_pincode" CHECK ("addresses"."pincode" ~ '^[1-9][0-9]{5}$')
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "security_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"user_id" text,
	"email_key" text,
	"network" text,
	"device" text,
	"details" jsonb NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "security_log_count" CHECK ("security_log"."count" > 0),
	CONSTRAINT "security_log_who" CHECK ("security_log"."user_id" is null or "security_log"."email_key" is null)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"password_at" timestamp with time zone DEFAULT now() NOT NULL,
	"by_passkey" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	CONSTRAINT "two_factors_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "used_codes" (
	"user_id" text NOT NULL,
	"code" text NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "used_codes_user_id_code_pk" PRIMARY KEY("user_id","code")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"guest_email" text,
	"mobileno" text,
	"birthdate" date,
	"role" text DEFAULT 'customer' NOT NULL,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_guest_has_no_account" CHECK ("users"."guest_email" is null or ("users"."guest_email" = lower("users"."guest_email") and "users"."email" = "users"."id" || '@guest.invalid' and "users"."role" = 'customer' and "users"."birthdate" is null and not "users"."email_verified" and not "users"."two_factor_enabled")),
	CONSTRAINT "users_mobileno_ten_digits" CHECK ("users"."mobileno" ~ '^[0-9]{10}$'),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('customer', 'owner', 'manager', 'kitchen', 'counter')),
	CONSTRAINT "users_deleted_is_nobody" CHECK ("users"."deleted_at" is null or ("users"."mobileno" is null and "users"."birthdate" is null and "users"."image" is null and "users"."email" = "users"."id" || '@deleted.invalid')),
	CONSTRAINT "users_name_given" CHECK (length(trim("users"."name")) > 0)
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_invitations_email_unique" UNIQUE("email"),
	CONSTRAINT "staff_invitations_email_lower" CHECK ("staff_invitations"."email" = lower("staff_invitations"."email")),
	CONSTRAINT "staff_invitations_role" CHECK ("staff_invitations"."role" in ('owner', 'manager', 'kitchen', 'counter')),
	CONSTRAINT "staff_invitations_expiry" CHECK ("staff_invitations"."expires_at" > "staff_invitations"."created_at")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"actor_id" text,
	"actor_role" text,
	"actor_email" text,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "audit_log_actor" CHECK ("audit_log"."actor" in ('customer', 'admin', 'shop')),
	CONSTRAINT "audit_log_actor_known" CHECK (("audit_log"."actor" = 'shop') = ("audit_log"."actor_id" is null) and ("audit_log"."actor_id" is null) = ("audit_log"."actor_email" is null)),
	CONSTRAINT "audit_log_actor_role" CHECK ("audit_log"."actor_role" is null or "audit_log"."actor" <> 'shop' and "audit_log"."actor_role" in ('customer', 'owner', 'manager', 'kitchen', 'counter') and ("audit_log"."actor_role" = 'customer') = ("audit_log"."actor" = 'customer')),
	CONSTRAINT "audit_log_subject" CHECK ("audit_log"."subject" in ('order', 'cake', 'catalogue', 'users', 'mail', 'delivery'))
);
--> statement-breakpoint
CREATE TABLE "cake_pictures" (
	"cake_id" text NOT NULL,
	"position" integer NOT NULL,
	"picture_id" text NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	CONSTRAINT "cake_pictures_cake_id_position_pk" PRIMARY KEY("cake_id","position")
);
--> statement-breakpoint
CREATE TABLE "cakes" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"price_paise" integer NOT NULL,
	"earlier_price_paise" integer,
	"category" text NOT NULL,
	"flavours" text[] NOT NULL,
	"weights" text[] NOT NULL,
	"egg" text NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"stock" integer NOT NULL,
	"lead_hours" integer DEFAULT 3 NOT NULL,
	"work_minutes" integer DEFAULT 0 NOT NULL,
	"minutes_per_kg" integer DEFAULT 0 NOT NULL,
	"description" text NOT NULL,
	"stars" numeric(2, 1) DEFAULT 0 NOT NULL,
	"reviews" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cakes_id_slug" CHECK ("cakes"."id" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "cakes_price" CHECK ("cakes"."price_paise" > 0),
	CONSTRAINT "cakes_earlier_price" CHECK ("cakes"."earlier_price_paise" is null or "cakes"."earlier_price_paise" > "cakes"."price_paise"),
	CONSTRAINT "cakes_egg" CHECK ("cakes"."egg" in ('Egg', 'Eggless')),
	CONSTRAINT "cakes_stock" CHECK ("cakes"."stock" > 0),
	CONSTRAINT "cakes_stars" CHECK ("cakes"."stars" between 0 and 5),
	CONSTRAINT "cakes_lead" CHECK ("cakes"."lead_hours" between 0 and 336),
	CONSTRAINT "cakes_work" CHECK ("cakes"."work_minutes" between 0 and 1440 and "cakes"."minutes_per_kg" between 0 and 1440),
	CONSTRAINT "cakes_choices" CHECK (cardinality("cakes"."flavours") > 0 and cardinality("cakes"."weights") > 0)
);
--> statement-breakpoint
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
	"resource" text NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "delivery_loads_day_resource_pk" PRIMARY KEY("day","resource"),
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
	"cash_limit_paise" integer,
	"version" integer NOT NULL,
	CONSTRAINT "delivery_usual_one" CHECK ("delivery_usual"."id" = 1),
	CONSTRAINT "delivery_usual_hold" CHECK ("delivery_usual"."hold_minutes" between 10 and 60),
	CONSTRAINT "delivery_usual_days" CHECK ("delivery_usual"."days_ahead" between 1 and 365),
	CONSTRAINT "delivery_usual_kitchen" CHECK (coalesce("delivery_usual"."kitchen_minutes", 0) >= 0),
	CONSTRAINT "delivery_usual_cash" CHECK ("delivery_usual"."cash_limit_paise" > 0)
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
	"takes_cash" boolean DEFAULT false NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "delivery_zones_amounts" CHECK ("delivery_zones"."fee_paise" >= 0 and "delivery_zones"."minimum_paise" >= 0 and coalesce("delivery_zones"."free_from_paise", 0) >= 0),
	CONSTRAINT "delivery_zones_travel" CHECK ("delivery_zones"."travel_minutes" between 0 and 600)
);
--> statement-breakpoint
CREATE TABLE "unserved_pincodes" (
	"pincode" text PRIMARY KEY NOT NULL,
	"lookups" integer NOT NULL,
	"last_day" date NOT NULL,
	CONSTRAINT "unserved_pincodes_digits" CHECK ("unserved_pincodes"."pincode" ~ '^[1-9][0-9]{5}$'),
	CONSTRAINT "unserved_pincodes_lookups" CHECK ("unserved_pincodes"."lookups" > 0)
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"recipient" text,
	"subject" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"unsolicited_at" timestamp with time zone,
	CONSTRAINT "mails_status" CHECK ("mails"."status" in ('waiting', 'sent', 'dead_letter')),
	CONSTRAINT "mails_sent_at" CHECK (("mails"."status" = 'sent') = ("mails"."sent_at" is not null)),
	CONSTRAINT "mails_dead_letter_error" CHECK ("mails"."status" <> 'dead_letter' or "mails"."last_error" is not null),
	CONSTRAINT "mails_attempts" CHECK ("mails"."attempts" >= 0)
);
--> statement-breakpoint
CREATE TABLE "exceptional_days" (
	"day" date PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"declared_at" timestamp with time zone NOT NULL,
	CONSTRAINT "exceptional_days_reason" CHECK (length("exceptional_days"."reason") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "late_deliveries" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"minutes" integer NOT NULL,
	"outcome" text NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "late_deliveries_minutes" CHECK ("late_deliveries"."minutes" >= 0),
	CONSTRAINT "late_deliveries_outcome" CHECK ("late_deliveries"."outcome" in ('owed', 'nothing', 'exceptional', 'disputed'))
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_dispute_id" text NOT NULL,
	"amount_paise" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"is_refundable" boolean NOT NULL,
	"answer_by" timestamp with time zone,
	"reported_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "disputes_provider_id" UNIQUE("provider","provider_dispute_id"),
	CONSTRAINT "disputes_amount" CHECK ("disputes"."amount_paise" >= 0),
	CONSTRAINT "disputes_status" CHECK ("disputes"."status" in ('open', 'under_review', 'won', 'lost', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "order_charges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"serial" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_charges_serial_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"line" text NOT NULL,
	"item_id" uuid,
	"paise" integer NOT NULL,
	"cause" text NOT NULL,
	"event" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"hsn" text NOT NULL,
	"gst_percent" real NOT NULL,
	"paper_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_charges_once" UNIQUE NULLS NOT DISTINCT("order_id","event","line","item_id"),
	CONSTRAINT "order_charges_line" CHECK (("order_charges"."line" = 'item') = ("order_charges"."item_id" is not null)),
	CONSTRAINT "order_charges_values" CHECK ("order_charges"."line" in ('item', 'delivery', 'surcharge') and "order_charges"."cause" in ('placed', 'quoted', 'changed', 'dropped', 'cancelled', 'late', 'waived', 'goodwill')),
	CONSTRAINT "order_charges_paise" CHECK ("order_charges"."paise" <> 0),
	CONSTRAINT "order_charges_signs" CHECK (case when "order_charges"."cause" in ('placed', 'quoted') then "order_charges"."paise" > 0 else "order_charges"."paise" < 0 end)
);
--> statement-breakpoint
CREATE TABLE "order_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"serial" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_payments_serial_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"paise" integer NOT NULL,
	"currency" text DEFAULT 'INR' NOT NULL,
	"method" text NOT NULL,
	"cause" text NOT NULL,
	"status" text NOT NULL,
	"provider" text,
	"provider_id" text,
	"payment_id" uuid,
	"reference" text,
	"key" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"by" text DEFAULT 'shop' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_payments_reference_unique" UNIQUE("reference"),
	CONSTRAINT "order_payments_key_unique" UNIQUE("key"),
	CONSTRAINT "order_payments_values" CHECK ("order_payments"."method" in ('provider', 'cash', 'upi') and "order_payments"."cause" in ('checkout', 'door', 'counter', 'refund', 'dispute') and "order_payments"."status" in ('started', 'requested', 'succeeded', 'cancelled', 'failed') and "order_payments"."currency" = 'INR'),
	CONSTRAINT "order_payments_provider" CHECK (("order_payments"."method" = 'provider') = ("order_payments"."provider" is not null) and ("order_payments"."method" = 'provider') = ("order_payments"."cause" in ('checkout', 'refund', 'dispute'))),
	CONSTRAINT "order_payments_paise" CHECK (case "order_payments"."cause" when 'checkout' then "order_payments"."paise" > 0 when 'refund' then "order_payments"."paise" < 0 when 'door' then "order_payments"."paise" >= 0 else "order_payments"."paise" <> 0 end),
	CONSTRAINT "order_payments_status" CHECK (case "order_payments"."cause" when 'checkout' then "order_payments"."status" in ('started', 'succeeded', 'cancelled') when 'refund' then "order_payments"."status" in ('requested', 'succeeded', 'failed') else "order_payments"."status" = 'succeeded' end),
	CONSTRAINT "order_payments_from" CHECK (("order_payments"."cause" in ('refund', 'dispute')) = ("order_payments"."payment_id" is not null)),
	CONSTRAINT "order_payments_made" CHECK ("order_payments"."status" in ('started', 'requested', 'cancelled') or "order_payments"."method" <> 'provider' or "order_payments"."provider_id" is not null),
	CONSTRAINT "order_payments_reference" CHECK (("order_payments"."method" = 'upi') = ("order_payments"."reference" is not null) and "order_payments"."reference" ~ '^[0-9]{12}$'),
	CONSTRAINT "order_payments_reason" CHECK (length("order_payments"."reason") <= 500 and "order_payments"."attempts" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_event_id" text NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_events_once" UNIQUE("provider","provider_event_id")
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"order_number" integer NOT NULL,
	"position" integer NOT NULL,
	"cake_id" text,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"flavour" text NOT NULL,
	"wt" text NOT NULL,
	"egg" text,
	"amount" integer NOT NULL,
	"bname" text NOT NULL,
	"detail" text NOT NULL,
	"customize" boolean NOT NULL,
	"image" text[] NOT NULL,
	"status" text NOT NULL,
	"prepared_at" timestamp with time zone,
	"problem" text DEFAULT '' NOT NULL,
	"price_paise" integer NOT NULL,
	"unit_paise" integer NOT NULL,
	CONSTRAINT "order_items_position" UNIQUE("order_id","position"),
	CONSTRAINT "order_items_egg" CHECK ("order_items"."egg" in ('Egg', 'Eggless')),
	CONSTRAINT "order_items_amount" CHECK ("order_items"."amount" > 0),
	CONSTRAINT "order_items_prices" CHECK ("order_items"."price_paise" >= 0 and "order_items"."unit_paise" >= 0),
	CONSTRAINT "order_items_ready_made_priced" CHECK ("order_items"."customize" or "order_items"."unit_paise" > 0),
	CONSTRAINT "order_items_status" CHECK ("order_items"."status" in ('processing', 'completed', 'quoted', 'accepted', 'declined', 'expired', 'rejected', 'cancelled')),
	CONSTRAINT "order_items_customised_priced_when_agreed" CHECK (not "order_items"."customize" or "order_items"."status" = 'cancelled' or ("order_items"."status" in ('accepted', 'completed')) = ("order_items"."unit_paise" > 0)),
	CONSTRAINT "order_items_prepared_at" CHECK ("order_items"."status" = 'completed' or "order_items"."prepared_at" is null),
	CONSTRAINT "order_items_problem" CHECK ("order_items"."status" = 'cancelled' or ("order_items"."status" = 'rejected') = ("order_items"."problem" <> ''))
);
--> statement-breakpoint
CREATE TABLE "order_moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"serial" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_moves_serial_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"move" text NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"reason" text,
	CONSTRAINT "order_moves_reason" CHECK ("order_moves"."reason" is null or "order_moves"."move" = 'fail')
);
--> statement-breakpoint
CREATE TABLE "order_photos" (
	"order_id" uuid NOT NULL,
	"kind" text DEFAULT 'leaving' NOT NULL,
	"file" uuid NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_photos_order_id_kind_pk" PRIMARY KEY("order_id","kind"),
	CONSTRAINT "order_photos_file_unique" UNIQUE("file"),
	CONSTRAINT "order_photos_kind" CHECK ("order_photos"."kind" in ('leaving', 'door'))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "orders_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1001 CACHE 1),
	"user_id" text NOT NULL,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"customer_mobile" text NOT NULL,
	"address" text NOT NULL,
	"delivery_at" timestamp with time zone NOT NULL,
	"reservation_id" uuid,
	"slot_starts_at" timestamp with time zone,
	"slot_ends_at" timestamp with time zone,
	"zone" text,
	"is_pickup" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"checkout_key" text NOT NULL,
	"payment_method" text NOT NULL,
	"charged_paise" integer NOT NULL,
	"paid_paise" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"placed_at" timestamp with time zone,
	"kitchen_note" text DEFAULT '' NOT NULL,
	"fulfilment" text DEFAULT 'placed' NOT NULL,
	"arrived_at" timestamp with time zone,
	"dispatch_held_at" timestamp with time zone,
	"lead_minutes" integer DEFAULT 180 NOT NULL,
	"recipient_name" text,
	"recipient_mobile" text DEFAULT '' NOT NULL,
	"recipient_email" text DEFAULT '' NOT NULL,
	"is_surprise" boolean DEFAULT false NOT NULL,
	"rider_note" text DEFAULT '' NOT NULL,
	"gift_message" text DEFAULT '' NOT NULL,
	"gift_from" text DEFAULT '' NOT NULL,
	CONSTRAINT "orders_number_unique" UNIQUE("number"),
	CONSTRAINT "orders_reservation_id_unique" UNIQUE("reservation_id"),
	CONSTRAINT "orders_slot" CHECK (("orders"."reservation_id" is null) = ("orders"."slot_starts_at" is null) and ("orders"."slot_starts_at" is null) = ("orders"."slot_ends_at" is null) and ("orders"."slot_ends_at" is null or "orders"."slot_starts_at" < "orders"."slot_ends_at")),
	CONSTRAINT "orders_pickup" CHECK (not "orders"."is_pickup" or ("orders"."slot_starts_at" is not null and "orders"."zone" is null)),
	CONSTRAINT "orders_fulfilment" CHECK ("orders"."fulfilment" in ('placed', 'baking', 'ready', 'out_for_delivery', 'delivered', 'failed', 'collected', 'closed') and ("orders"."state" = 'placed' or "orders"."fulfilment" = 'placed') and ("orders"."is_pickup" or "orders"."fulfilment" <> 'collected')),
	CONSTRAINT "orders_arrived_at" CHECK (("orders"."fulfilment" in ('delivered', 'collected')) = ("orders"."arrived_at" is not null)),
	CONSTRAINT "orders_lead" CHECK ("orders"."lead_minutes" >= 0),
	CONSTRAINT "orders_recipient_mobile" CHECK ("orders"."recipient_mobile" ~ '^([6-9][0-9]{9})?$'),
	CONSTRAINT "orders_recipient" CHECK ("orders"."recipient_name" is not null or ("orders"."recipient_mobile" = '' and "orders"."recipient_email" = '' and not "orders"."is_surprise")),
	CONSTRAINT "orders_texts" CHECK (length("orders"."rider_note") <= 140 and length("orders"."gift_message") <= 200 and length("orders"."gift_from") <= 60),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('awaiting_payment', 'placed', 'expired')),
	CONSTRAINT "orders_placed_at" CHECK (("orders"."state" = 'placed') = ("orders"."placed_at" is not null)),
	CONSTRAINT "orders_payment_method" CHECK ("orders"."payment_method" in ('provider', 'cash')),
	CONSTRAINT "orders_sums" CHECK ("orders"."charged_paise" >= 0 and "orders"."paid_paise" >= 0)
);
--> statement-breakpoint
CREATE TABLE "tracking_links" (
	"order_id" uuid NOT NULL,
	"audience" text NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "tracking_links_order_id_audience_pk" PRIMARY KEY("order_id","audience"),
	CONSTRAINT "tracking_links_audience" CHECK ("tracking_links"."audience" in ('sender', 'recipient')),
	CONSTRAINT "tracking_links_version" CHECK ("tracking_links"."version" > 1)
);
--> statement-breakpoint
CREATE TABLE "credit_note_serials" (
	"year" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "credit_note_serials_last" CHECK ("credit_note_serials"."last" > 0)
);
--> statement-breakpoint
CREATE TABLE "invoice_serials" (
	"year" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_serials_last" CHECK ("invoice_serials"."last" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_papers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"serial" text NOT NULL,
	"year" text NOT NULL,
	"order_id" uuid NOT NULL,
	"invoice_id" uuid,
	"issued_at" timestamp with time zone NOT NULL,
	"content" json NOT NULL,
	"personal" jsonb NOT NULL,
	"digest" text NOT NULL,
	"taxable_paise" integer NOT NULL,
	"tax_paise" integer NOT NULL,
	"total_paise" integer NOT NULL,
	CONSTRAINT "order_papers_serial_unique" UNIQUE("serial"),
	CONSTRAINT "order_papers_kind" CHECK ("order_papers"."kind" in ('invoice', 'credit-note')),
	CONSTRAINT "order_papers_serial" CHECK ("order_papers"."serial" ~ (case "order_papers"."kind" when 'invoice' then '^CW' else '^CN' end || '/[0-9]{2}-[0-9]{2}/[0-9]{7}$') and substr("order_papers"."serial", 4, 5) = "order_papers"."year"),
	CONSTRAINT "order_papers_credit_note" CHECK (("order_papers"."kind" = 'credit-note') = ("order_papers"."invoice_id" is not null)),
	CONSTRAINT "order_papers_amounts" CHECK ("order_papers"."taxable_paise" >= 0 and "order_papers"."tax_paise" >= 0 and "order_papers"."taxable_paise" + "order_papers"."tax_paise" = "order_papers"."total_paise"),
	CONSTRAINT "order_papers_digest" CHECK ("order_papers"."digest" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"price_paise" integer NOT NULL,
	"lead_hours" integer,
	"work_minutes" integer,
	"status" text NOT NULL,
	"quoted_at" timestamp with time zone NOT NULL,
	"answer_by" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "quotes_price" CHECK ("quotes"."price_paise" > 0),
	CONSTRAINT "quotes_lead" CHECK ("quotes"."lead_hours" between 0 and 336),
	CONSTRAINT "quotes_work" CHECK ("quotes"."work_minutes" between 0 and 1440),
	CONSTRAINT "quotes_status" CHECK ("quotes"."status" in ('open', 'accepted', 'declined', 'replaced', 'expired', 'withdrawn')),
	CONSTRAINT "quotes_closed_at" CHECK (("quotes"."status" = 'open') = ("quotes"."closed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "sandbox_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"client_secret" text NOT NULL,
	"amount_paise" integer NOT NULL,
	"currency" text NOT NULL,
	"reference" text NOT NULL,
	"method_id" text,
	"status" text NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_intents_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "sandbox_intents_method_id_unique" UNIQUE("method_id"),
	CONSTRAINT "sandbox_intents_amount" CHECK ("sandbox_intents"."amount_paise" > 0),
	CONSTRAINT "sandbox_intents_status" CHECK ("sandbox_intents"."status" in ('requires_method', 'requires_confirmation', 'requires_action', 'succeeded', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_methods" (
	"id" text PRIMARY KEY NOT NULL,
	"behaviour" text NOT NULL,
	"last4" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_methods_behaviour" CHECK ("sandbox_methods"."behaviour" in ('succeeds', 'declined', 'insufficient_funds', 'second_factor')),
	CONSTRAINT "sandbox_methods_last4" CHECK ("sandbox_methods"."last4" ~ '^[0-9]{4}$')
);
--> statement-breakpoint
CREATE TABLE "sandbox_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"intent_id" text NOT NULL,
	"amount_paise" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_refunds_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "sandbox_refunds_amount" CHECK ("sandbox_refunds"."amount_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"colour" text NOT NULL,
	"placeholder" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pictures_size" CHECK ("pictures"."width" > 0 and "pictures"."height" > 0),
	CONSTRAINT "pictures_colour" CHECK ("pictures"."colour" ~ '^#[0-9a-f]{6}$')
);
--> statement-breakpoint
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
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"email" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"consented_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "subscribers_token_unique" UNIQUE("token"),
	CONSTRAINT "subscribers_email_lower" CHECK ("subscribers"."email" = lower("subscribers"."email"))
);
--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_log" ADD CONSTRAINT "security_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "used_codes" ADD CONSTRAINT "used_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cake_pictures" ADD CONSTRAINT "cake_pictures_cake_id_cakes_id_fk" FOREIGN KEY ("cake_id") REFERENCES "public"."cakes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cake_pictures" ADD CONSTRAINT "cake_pictures_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_pincodes" ADD CONSTRAINT "delivery_pincodes_zone_id_delivery_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."delivery_zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "late_deliveries" ADD CONSTRAINT "late_deliveries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_order_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."order_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_charges" ADD CONSTRAINT "order_charges_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_charges" ADD CONSTRAINT "order_charges_item_id_order_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_charges" ADD CONSTRAINT "order_charges_paper_id_order_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."order_papers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_payment_id_order_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."order_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_order_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."order_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_moves" ADD CONSTRAINT "order_moves_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_photos" ADD CONSTRAINT "order_photos_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_reservation_id_delivery_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."delivery_reservations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_links" ADD CONSTRAINT "tracking_links_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_papers" ADD CONSTRAINT "order_papers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_papers" ADD CONSTRAINT "order_papers_invoice_id_order_papers_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."order_papers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_item_id_order_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_intents" ADD CONSTRAINT "sandbox_intents_method_id_sandbox_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."sandbox_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_intent_id_sandbox_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."sandbox_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rider_stops" ADD CONSTRAINT "rider_stops_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rider_stops" ADD CONSTRAINT "rider_stops_run_id_rider_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."rider_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_default" ON "addresses" USING btree ("user_id") WHERE "addresses"."is_default";--> statement-breakpoint
CREATE INDEX "credentials_user" ON "credentials" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "security_log_at" ON "security_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "security_log_kind" ON "security_log" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "security_log_user" ON "security_log" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "security_log_network" ON "security_log" USING btree ("network","id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("role","id") WHERE "users"."role" <> 'customer';--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (lower("name" || ' ' || "email" || ' ' || coalesce("mobileno", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_guests" ON "users" USING btree ("guest_email") WHERE "users"."guest_email" is not null;--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "staff_invitations_inviter" ON "staff_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "audit_log_of_subject" ON "audit_log" USING btree ("subject","subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_beside_orders" ON "audit_log" USING btree ("subject","id") WHERE "audit_log"."subject" <> 'order';--> statement-breakpoint
CREATE INDEX "audit_log_rare_actions" ON "audit_log" USING btree ("action","id") WHERE "audit_log"."action" not in ('place-order', 'confirm-item');--> statement-breakpoint
CREATE INDEX "cake_pictures_picture" ON "cake_pictures" USING btree ("picture_id");--> statement-breakpoint
CREATE INDEX "delivery_pincodes_zone" ON "delivery_pincodes" USING btree ("zone_id");--> statement-breakpoint
CREATE INDEX "delivery_reservations_held" ON "delivery_reservations" USING btree ("held_until") WHERE "delivery_reservations"."state" = 'held';--> statement-breakpoint
CREATE INDEX "delivery_reservations_slot" ON "delivery_reservations" USING btree ("day","slot_id") WHERE "delivery_reservations"."state" <> 'released';--> statement-breakpoint
CREATE INDEX "delivery_reservations_kitchen" ON "delivery_reservations" USING btree ("production_day") WHERE "delivery_reservations"."state" <> 'released';--> statement-breakpoint
CREATE INDEX "mails_by_time" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_search" ON "mails" USING gin (lower("recipient") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mails_unsolicited" ON "mails" USING btree (lower("recipient"),"unsolicited_at") WHERE "mails"."unsolicited_at" is not null;--> statement-breakpoint
CREATE INDEX "mails_unsent" ON "mails" USING btree ("status","created_at","id") WHERE "mails"."status" <> 'sent';--> statement-breakpoint
CREATE INDEX "disputes_payment" ON "disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("answer_by") WHERE "disputes"."status" = 'open';--> statement-breakpoint
CREATE INDEX "order_charges_of_paper" ON "order_charges" USING btree ("paper_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_payments_provider_id" ON "order_payments" USING btree ("provider","provider_id") WHERE "order_payments"."cause" <> 'dispute';--> statement-breakpoint
CREATE UNIQUE INDEX "order_payments_checkout" ON "order_payments" USING btree ("order_id") WHERE "order_payments"."cause" = 'checkout';--> statement-breakpoint
CREATE UNIQUE INDEX "order_payments_door" ON "order_payments" USING btree ("order_id") WHERE "order_payments"."cause" = 'door';--> statement-breakpoint
CREATE INDEX "order_payments_of_order" ON "order_payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_payments_ended" ON "order_payments" USING btree ("created_at") WHERE "order_payments"."status" = 'cancelled';--> statement-breakpoint
CREATE INDEX "order_payments_requested" ON "order_payments" USING btree ("created_at") WHERE "order_payments"."status" = 'requested';--> statement-breakpoint
CREATE INDEX "order_payments_given_back" ON "order_payments" USING btree ("order_id") WHERE "order_payments"."cause" in ('refund', 'dispute');--> statement-breakpoint
CREATE INDEX "order_payments_of_payment" ON "order_payments" USING btree ("payment_id") WHERE "order_payments"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "order_items_status" ON "order_items" USING btree ("status","order_number");--> statement-breakpoint
CREATE INDEX "order_items_agreed" ON "order_items" USING btree ("order_number") WHERE "order_items"."customize" and "order_items"."status" in ('accepted', 'completed');--> statement-breakpoint
CREATE INDEX "order_items_image" ON "order_items" USING gin ("image");--> statement-breakpoint
CREATE INDEX "order_moves_of_order" ON "order_moves" USING btree ("order_id","serial");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_checkout_key" ON "orders" USING btree ("user_id","checkout_key") WHERE "orders"."state" <> 'expired';--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","number") WHERE "orders"."placed_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_placed" ON "orders" USING btree ("placed_at") WHERE "orders"."state" = 'placed';--> statement-breakpoint
CREATE INDEX "orders_delivery" ON "orders" USING btree ("delivery_at") WHERE "orders"."state" = 'placed';--> statement-breakpoint
CREATE INDEX "orders_fulfilment" ON "orders" USING btree ("fulfilment","number") WHERE "orders"."placed_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_cash_only" ON "orders" USING btree ("number") WHERE "orders"."payment_method" = 'cash';--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin (lower("customer_name" || ' ' || "customer_email" || ' ' || "customer_mobile") gin_trgm_ops) WHERE "orders"."placed_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_awaiting" ON "orders" USING btree ("created_at") WHERE "orders"."state" = 'awaiting_payment';--> statement-breakpoint
CREATE INDEX "order_papers_of_order" ON "order_papers" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "quotes_one_counts" ON "quotes" USING btree ("item_id") WHERE "quotes"."status" in ('open', 'accepted');--> statement-breakpoint
CREATE INDEX "quotes_of_item" ON "quotes" USING btree ("item_id","quoted_at");--> statement-breakpoint
CREATE INDEX "quotes_to_expire" ON "quotes" USING btree ("answer_by") WHERE "quotes"."status" = 'open';--> statement-breakpoint
CREATE INDEX "sandbox_refunds_intent" ON "sandbox_refunds" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "rider_runs_ends_at" ON "rider_runs" USING btree ("link_ends_at");--> statement-breakpoint
CREATE INDEX "rider_stops_run" ON "rider_stops" USING btree ("run_id","position");--> statement-breakpoint
-- Written by hand, in db/baseline.sql:
-- Counters of limits: what a crash loses of them is no loss.
ALTER TABLE "limits" SET UNLOGGED;--> statement-breakpoint
-- For the planner, which does not ask the index of some rows how common a text is: it walks down the numbers for a common
-- one, and looks a rare one up.
CREATE STATISTICS "orders_searched" ON (lower("customer_name" || ' ' || "customer_email" || ' ' || "customer_mobile")) FROM "orders";--> statement-breakpoint
ALTER STATISTICS "orders_searched" SET STATISTICS 300;--> statement-breakpoint
-- Who acted may be removed from an entry when their account is deleted. What happened stays.
CREATE FUNCTION "keep_what_happened"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND current_setting('shop.deletes_account', true) = 'on'
		AND (NEW."id", NEW."at", NEW."actor", NEW."actor_id", NEW."action", NEW."subject", NEW."subject_id")
			IS NOT DISTINCT FROM (OLD."id", OLD."at", OLD."actor", OLD."actor_id", OLD."action", OLD."subject", OLD."subject_id")
	THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'entries of % are only ever added', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_log_only_grows" BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION "keep_what_happened"();--> statement-breakpoint
CREATE FUNCTION "refuse_change_for_a_year"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD.at < now() - interval '364 days' THEN RETURN OLD; END IF;
	RAISE EXCEPTION 'entries of % are only ever added, and kept for a year', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER "security_log_only_grows" BEFORE UPDATE OR DELETE ON "security_log" FOR EACH ROW EXECUTE FUNCTION "refuse_change_for_a_year"();--> statement-breakpoint
-- A paper is written once. What it says of its customer may go when their account is deleted.
CREATE FUNCTION "keep_paper"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND current_setting('shop.deletes_account', true) = 'on'
		AND to_jsonb(NEW) - 'personal' = to_jsonb(OLD) - 'personal' AND NEW."content"::text = OLD."content"::text
	THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER "order_papers_only_grow" BEFORE UPDATE OR DELETE ON "order_papers" FOR EACH ROW EXECUTE FUNCTION "keep_paper"();--> statement-breakpoint
-- A charge stays as it was added; a paper names it once. Those of an order that was never paid go with it.
CREATE FUNCTION "keep_charge"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD."paper_id" IS NULL THEN RETURN OLD; END IF;
	IF TG_OP = 'UPDATE' AND OLD."paper_id" IS NULL AND to_jsonb(NEW) - 'paper_id' = to_jsonb(OLD) - 'paper_id' THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER "order_charges_only_grow" BEFORE UPDATE OR DELETE ON "order_charges" FOR EACH ROW EXECUTE FUNCTION "keep_charge"();

CREATE TABLE "door_payments" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"due_paise" integer NOT NULL,
	"taken_paise" integer NOT NULL,
	"method" text,
	"reference" text,
	"reason" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "door_payments_reference_unique" UNIQUE("reference"),
	CONSTRAINT "door_payments_amounts" CHECK ("door_payments"."due_paise" > 0 and "door_payments"."taken_paise" between 0 and "door_payments"."due_paise" and ("door_payments"."state" = 'taken') = ("door_payments"."taken_paise" = "door_payments"."due_paise")),
	CONSTRAINT "door_payments_state" CHECK ("door_payments"."state" in ('taken', 'short', 'waived')),
	CONSTRAINT "door_payments_reason" CHECK (("door_payments"."state" = 'taken') = ("door_payments"."reason" = '') and length("door_payments"."reason") <= 140),
	CONSTRAINT "door_payments_method" CHECK (("door_payments"."taken_paise" = 0 or "door_payments"."method" is not null) and ("door_payments"."method" is null or "door_payments"."method" in ('cash', 'upi')) and coalesce("door_payments"."method" = 'upi', false) = ("door_payments"."reference" is not null)),
	CONSTRAINT "door_payments_reference" CHECK ("door_payments"."reference" ~ '^[0-9]{12}$')
);
--> statement-breakpoint
ALTER TABLE "door_payments" ADD CONSTRAINT "door_payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
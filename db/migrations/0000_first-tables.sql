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
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"mobileno" text,
	"birthdate" date,
	"is_admin" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_mobileno_ten_digits" CHECK ("users"."mobileno" ~ '^[0-9]{10}$'),
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
CREATE TABLE "cake_pictures" (
	"cake_id" text NOT NULL,
	"position" integer NOT NULL,
	"picture_id" text NOT NULL,
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
	"stock" integer NOT NULL,
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
	CONSTRAINT "cakes_choices" CHECK (cardinality("cakes"."flavours") > 0 and cardinality("cakes"."weights") > 0)
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"cake_id" text,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"flavour" text NOT NULL,
	"wt" text NOT NULL,
	"amount" integer NOT NULL,
	"bname" text NOT NULL,
	"detail" text NOT NULL,
	"customize" boolean NOT NULL,
	"image" text[] NOT NULL,
	"status" text NOT NULL,
	"price_paise" integer NOT NULL,
	"unit_paise" integer NOT NULL,
	CONSTRAINT "order_items_position" UNIQUE("order_id","position"),
	CONSTRAINT "order_items_amount" CHECK ("order_items"."amount" > 0),
	CONSTRAINT "order_items_prices" CHECK ("order_items"."price_paise" >= 0 and "order_items"."unit_paise" >= 0),
	CONSTRAINT "order_items_ready_made_priced" CHECK ("order_items"."customize" or "order_items"."unit_paise" > 0),
	CONSTRAINT "order_items_status" CHECK ("order_items"."status" in ('processing', 'completed', 'quoted', 'accepted', 'declined', 'rejected', 'cancelled'))
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
	"state" text NOT NULL,
	"checkout_key" text NOT NULL,
	"subtotal_paise" integer NOT NULL,
	"shipping_paise" integer NOT NULL,
	"card_paise" integer NOT NULL,
	"cash_paise" integer NOT NULL,
	"refunded_paise" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"placed_at" timestamp with time zone,
	CONSTRAINT "orders_number_unique" UNIQUE("number"),
	CONSTRAINT "orders_refunded" CHECK ("orders"."refunded_paise" between 0 and "orders"."card_paise"),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('awaiting_payment', 'placed', 'expired')),
	CONSTRAINT "orders_placed_at" CHECK (("orders"."state" = 'placed') = ("orders"."placed_at" is not null)),
	CONSTRAINT "orders_amounts" CHECK ("orders"."subtotal_paise" >= 0 and "orders"."shipping_paise" >= 0 and "orders"."card_paise" >= 0 and "orders"."cash_paise" >= 0),
	CONSTRAINT "orders_amounts_add_up" CHECK ("orders"."card_paise" + "orders"."cash_paise" = "orders"."subtotal_paise" + "orders"."shipping_paise")
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
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_payment_id" text,
	"amount_paise" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "payments_provider_id" UNIQUE("provider","provider_payment_id"),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_paise" > 0),
	CONSTRAINT "payments_currency" CHECK ("payments"."currency" = 'INR'),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('started', 'succeeded', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"key" text NOT NULL,
	"amount_paise" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"provider_refund_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refunds_key_unique" UNIQUE("key"),
	CONSTRAINT "refunds_provider_refund_id_unique" UNIQUE("provider_refund_id"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_paise" > 0),
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('requested', 'succeeded')),
	CONSTRAINT "refunds_done" CHECK (("refunds"."status" = 'succeeded') = ("refunds"."provider_refund_id" is not null))
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
	"alt" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"colour" text NOT NULL,
	"placeholder" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pictures_size" CHECK ("pictures"."width" > 0 and "pictures"."height" > 0),
	CONSTRAINT "pictures_colour" CHECK ("pictures"."colour" ~ '^#[0-9a-f]{6}$')
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
	"unsubscribed_at" timestamp with time zone,
	CONSTRAINT "subscribers_token_unique" UNIQUE("token"),
	CONSTRAINT "subscribers_email_lower" CHECK ("subscribers"."email" = lower("subscribers"."email"))
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cake_pictures" ADD CONSTRAINT "cake_pictures_cake_id_cakes_id_fk" FOREIGN KEY ("cake_id") REFERENCES "public"."cakes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cake_pictures" ADD CONSTRAINT "cake_pictures_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_cake_id_cakes_id_fk" FOREIGN KEY ("cake_id") REFERENCES "public"."cakes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_intents" ADD CONSTRAINT "sandbox_intents_method_id_sandbox_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."sandbox_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_intent_id_sandbox_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."sandbox_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credentials_user" ON "credentials" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "cake_pictures_picture" ON "cake_pictures" USING btree ("picture_id");--> statement-breakpoint
CREATE INDEX "order_items_cake" ON "order_items" USING btree ("cake_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_checkout_key" ON "orders" USING btree ("user_id","checkout_key") WHERE "orders"."state" <> 'expired';--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","number");--> statement-breakpoint
CREATE INDEX "orders_awaiting" ON "orders" USING btree ("created_at") WHERE "orders"."state" = 'awaiting_payment';--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "sandbox_refunds_intent" ON "sandbox_refunds" USING btree ("intent_id");
CREATE TABLE "notice_phones" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notice_phones_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "notice_wishes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"wishes" jsonb NOT NULL,
	"quiet_from" text DEFAULT '' NOT NULL,
	"quiet_until" text DEFAULT '' NOT NULL,
	CONSTRAINT "notice_wishes_id" CHECK ("notice_wishes"."id" = coalesce("notice_wishes"."user_id", 'shop')),
	CONSTRAINT "notice_wishes_quiet" CHECK ("notice_wishes"."quiet_from" ~ '^([0-9]{2}:[0-9]{2})?$' and "notice_wishes"."quiet_until" ~ '^([0-9]{2}:[0-9]{2})?$' and ("notice_wishes"."quiet_from" = '') = ("notice_wishes"."quiet_until" = ''))
);
--> statement-breakpoint
ALTER TABLE "notice_phones" ADD CONSTRAINT "notice_phones_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_wishes" ADD CONSTRAINT "notice_wishes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_phones_user" ON "notice_phones" USING btree ("user_id","created_at");
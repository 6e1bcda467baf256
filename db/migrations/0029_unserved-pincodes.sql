CREATE TABLE "pincode_requests" (
	"email" text NOT NULL,
	"pincode" text NOT NULL,
	"token" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "pincode_requests_email_pincode_pk" PRIMARY KEY("email","pincode"),
	CONSTRAINT "pincode_requests_token_unique" UNIQUE("token"),
	CONSTRAINT "pincode_requests_email_lower" CHECK ("pincode_requests"."email" = lower("pincode_requests"."email")),
	CONSTRAINT "pincode_requests_digits" CHECK ("pincode_requests"."pincode" ~ '^[1-9][0-9]{5}$')
);
--> statement-breakpoint
CREATE TABLE "unserved_pincodes" (
	"pincode" text PRIMARY KEY NOT NULL,
	"asked" integer NOT NULL,
	"last_asked" date NOT NULL,
	CONSTRAINT "unserved_pincodes_digits" CHECK ("unserved_pincodes"."pincode" ~ '^[1-9][0-9]{5}$'),
	CONSTRAINT "unserved_pincodes_asked" CHECK ("unserved_pincodes"."asked" > 0)
);

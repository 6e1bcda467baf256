ALTER TABLE "delivery_pincodes" DROP CONSTRAINT "delivery_pincodes_digits";--> statement-breakpoint
ALTER TABLE "delivery_zones" ADD COLUMN "is_far" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_pincodes" ADD CONSTRAINT "delivery_pincodes_digits" CHECK ("delivery_pincodes"."pincode" ~ '^([1-9][0-9]{2,5}|[*])$');
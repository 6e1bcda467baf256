ALTER TABLE "order_photos" ADD COLUMN "kind" text DEFAULT 'leaving' NOT NULL;--> statement-breakpoint
-- PostgreSQL named the key of the one column by itself.
ALTER TABLE "order_photos" DROP CONSTRAINT "order_photos_pkey";--> statement-breakpoint
ALTER TABLE "order_photos" ADD CONSTRAINT "order_photos_order_id_kind_pk" PRIMARY KEY("order_id","kind");--> statement-breakpoint
ALTER TABLE "order_photos" ADD CONSTRAINT "order_photos_kind" CHECK ("order_photos"."kind" in ('leaving', 'door'));

ALTER TABLE "cakes" ADD COLUMN "choices" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "chosen" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "cakes" ADD COLUMN "occasions" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "cakes" SET "occasions" = array["category"] WHERE "category" IN ('Birthday', 'Anniversary', 'Wedding');

ALTER TABLE "cakes" ADD COLUMN "lead_hours" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "cakes" ADD COLUMN "work_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cakes" ADD COLUMN "minutes_per_kg" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cakes" ADD CONSTRAINT "cakes_lead" CHECK ("cakes"."lead_hours" between 0 and 336);--> statement-breakpoint
ALTER TABLE "cakes" ADD CONSTRAINT "cakes_work" CHECK ("cakes"."work_minutes" between 0 and 1440 and "cakes"."minutes_per_kg" between 0 and 1440);
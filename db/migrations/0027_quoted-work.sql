ALTER TABLE "quotes" ADD COLUMN "lead_hours" integer;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "work_minutes" integer;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_lead" CHECK ("quotes"."lead_hours" between 0 and 336);--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_work" CHECK ("quotes"."work_minutes" between 0 and 1440);
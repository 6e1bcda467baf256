ALTER TABLE "delivery_usual" ADD COLUMN "cash_limit_paise" integer;--> statement-breakpoint
ALTER TABLE "delivery_zones" ADD COLUMN "takes_cash" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_usual" ADD CONSTRAINT "delivery_usual_cash" CHECK ("delivery_usual"."cash_limit_paise" > 0);
ALTER TABLE "cakes" ADD COLUMN "pieces_a_day" integer;--> statement-breakpoint
ALTER TABLE "cakes" ADD COLUMN "pieces_in_all" integer;--> statement-breakpoint
ALTER TABLE "cakes" ADD COLUMN "from_day" date;--> statement-breakpoint
ALTER TABLE "cakes" ADD COLUMN "until_day" date;--> statement-breakpoint
ALTER TABLE "cakes" ADD COLUMN "weekdays" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "cakes" ADD COLUMN "zones" text[];--> statement-breakpoint
ALTER TABLE "cakes" ADD CONSTRAINT "cakes_pieces" CHECK ("cakes"."pieces_a_day" > 0 and "cakes"."pieces_in_all" > 0);--> statement-breakpoint
ALTER TABLE "cakes" ADD CONSTRAINT "cakes_days" CHECK ("cakes"."from_day" <= "cakes"."until_day");--> statement-breakpoint
ALTER TABLE "cakes" ADD CONSTRAINT "cakes_weekdays" CHECK ("cakes"."weekdays" <@ array['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
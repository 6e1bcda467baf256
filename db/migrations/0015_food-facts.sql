ALTER TABLE "cakes" ADD COLUMN "ingredients" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "cakes" ADD COLUMN "contains" text[];--> statement-breakpoint
ALTER TABLE "cakes" ADD COLUMN "may_contain" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "cakes" ADD COLUMN "keeping" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "cakes" ADD COLUMN "made_by_fssai" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "cakes" ADD CONSTRAINT "cakes_allergens" CHECK ("cakes"."contains" <@ array['gluten', 'crustaceans', 'milk', 'egg', 'fish', 'peanuts', 'tree nuts', 'soy', 'sulphite', 'sesame', 'mustard'] and "cakes"."may_contain" <@ array['gluten', 'crustaceans', 'milk', 'egg', 'fish', 'peanuts', 'tree nuts', 'soy', 'sulphite', 'sesame', 'mustard']);--> statement-breakpoint
ALTER TABLE "cakes" ADD CONSTRAINT "cakes_traces" CHECK ("cakes"."contains" is not null or cardinality("cakes"."may_contain") = 0);--> statement-breakpoint
ALTER TABLE "cakes" ADD CONSTRAINT "cakes_contains_egg" CHECK (('egg' = any("cakes"."contains")) = ("cakes"."egg" = 'Egg'));--> statement-breakpoint
ALTER TABLE "cakes" ADD CONSTRAINT "cakes_made_by_fssai" CHECK ("cakes"."made_by_fssai" ~ '^([0-9]{14})?$');
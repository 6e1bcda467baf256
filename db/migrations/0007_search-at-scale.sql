-- A number for each flavour: an index takes rows of 2,700 bytes at the most, and thirty flavours may be longer.
CREATE FUNCTION "cake_flavour_keys"(flavours text[]) RETURNS bigint[] IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql
	AS $$ SELECT coalesce(array_agg(hashtextextended(flavour, 0)), '{}') FROM unnest(flavours) flavour $$;--> statement-breakpoint
ALTER TABLE "cakes" ADD COLUMN "searched_name" text GENERATED ALWAYS AS (lower(name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "cakes" ADD COLUMN "flavour_keys" bigint[] GENERATED ALWAYS AS (cake_flavour_keys(flavours)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "cakes_by_price" ON "cakes" USING btree ("price_paise","id","searched_name","category","egg","flavour_keys") WHERE not hidden;--> statement-breakpoint
CREATE INDEX "cakes_by_name" ON "cakes" USING btree ("name" collate "und-x-icu","id","searched_name","price_paise","category","egg","flavour_keys") WHERE not hidden;--> statement-breakpoint
CREATE INDEX "cakes_by_category" ON "cakes" USING btree ("category","price_paise","id","searched_name","egg","flavour_keys") WHERE not hidden;--> statement-breakpoint
CREATE INDEX "cakes_by_part_of_name" ON "cakes" USING gin ("searched_name" gin_trgm_ops) WHERE not hidden;--> statement-breakpoint
CREATE INDEX "cakes_by_flavour" ON "cakes" USING gin ("flavour_keys") WHERE not hidden;--> statement-breakpoint
CREATE INDEX "cakes_best" ON "cakes" USING btree ("category","stars" DESC NULLS FIRST,"id") WHERE not hidden;--> statement-breakpoint
CREATE INDEX "cakes_featured" ON "cakes" USING btree ("id") WHERE featured and not hidden;
-- A cake and its card as the API answers them. What PostgreSQL calls stable in these is what settings could change, and the
-- shop sets none of them; so they may be kept.
CREATE FUNCTION "cake_as_json"(
	id text, name text, image text[], price_paise integer, category text, flavours text[], weights text[], egg text, featured boolean, stock integer,
	description text, stars numeric, reviews text[], earlier_price_paise integer, pictures json
) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
	SELECT row_to_json(shown)::text FROM (SELECT
		id AS "_id", id, name, image, (price_paise / 100.0)::float8 AS price, category, flavours, weights AS weight, egg, featured, stock, description,
		stars::float8 AS stars, reviews, (earlier_price_paise / 100.0)::float8 AS "earlierPrice", pictures
	) shown
$$;--> statement-breakpoint
CREATE FUNCTION "cake_card"(
	id text, name text, category text, price_paise integer, weights text[], egg text, stars numeric, pictures json
) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
	SELECT row_to_json(shown)::text FROM (SELECT
		id, name, category, (price_paise / 100.0)::float8 AS price, weights AS weight, egg, stars::float8 AS stars,
		CASE WHEN json_array_length(pictures) = 0 THEN pictures ELSE json_build_array(pictures -> 0) END AS pictures
	) shown
$$;--> statement-breakpoint
-- A cake with both is of some three KB: as one piece it is read much faster than packed and put aside.
ALTER TABLE "cakes" SET (toast_tuple_target = 8160);--> statement-breakpoint
ALTER TABLE "cakes" ADD COLUMN "as_json" text GENERATED ALWAYS AS (cake_as_json(
      id, name, image, price_paise, category, flavours, weights, egg, featured, stock, description, stars, reviews,
      earlier_price_paise, shown_pictures)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "cakes" ADD COLUMN "card" text GENERATED ALWAYS AS (cake_card(id, name, category, price_paise, weights, egg, stars, shown_pictures)) STORED NOT NULL;
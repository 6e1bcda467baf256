ALTER TABLE "cakes" ADD COLUMN "image" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "cakes" ADD COLUMN "shown_pictures" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
-- What a cake shows, ready to be answered: its rows of cake_pictures with their pictures. A picture never changes.
CREATE FUNCTION "shown_pictures_of"(cake text, cake_name text) RETURNS json STABLE LANGUAGE sql AS $$
	SELECT array_to_json(array(SELECT row_to_json(shown) FROM (
		SELECT p.id, coalesce(nullif(c.alt, ''), cake_name) AS alt, p.width, p.height, p.colour, p.placeholder
		FROM cake_pictures c JOIN pictures p ON p.id = c.picture_id WHERE c.cake_id = cake ORDER BY c.position
	) shown))
$$;--> statement-breakpoint
CREATE FUNCTION "keep_shown_pictures"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE cakes SET
		image = array(SELECT '/pictures/' || c.picture_id || '/640.webp' FROM cake_pictures c WHERE c.cake_id = cakes.id ORDER BY c.position),
		shown_pictures = shown_pictures_of(cakes.id, cakes.name)
	WHERE cakes.id IN (SELECT changed.cake_id FROM changed);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "cake_pictures_added" AFTER INSERT ON "cake_pictures" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_shown_pictures();--> statement-breakpoint
CREATE TRIGGER "cake_pictures_changed" AFTER UPDATE ON "cake_pictures" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_shown_pictures();--> statement-breakpoint
CREATE TRIGGER "cake_pictures_removed" AFTER DELETE ON "cake_pictures" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_shown_pictures();--> statement-breakpoint
-- A picture without words of its own has the cake's name.
CREATE FUNCTION "name_shown_pictures"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.shown_pictures := shown_pictures_of(NEW.id, NEW.name);
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "cakes_renamed" BEFORE UPDATE OF "name" ON "cakes" FOR EACH ROW WHEN (NEW.name <> OLD.name) EXECUTE FUNCTION name_shown_pictures();--> statement-breakpoint
UPDATE "cakes" SET
	"image" = array(SELECT '/pictures/' || c.picture_id || '/640.webp' FROM cake_pictures c WHERE c.cake_id = cakes.id ORDER BY c.position),
	"shown_pictures" = shown_pictures_of(cakes.id, cakes.name);

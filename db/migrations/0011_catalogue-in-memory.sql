-- Published cakes are read once and searched in memory: the database keeps no JSON, no search keys and no indexes for it.
DROP TRIGGER "cake_pictures_added" ON "cake_pictures";--> statement-breakpoint
DROP TRIGGER "cake_pictures_changed" ON "cake_pictures";--> statement-breakpoint
DROP TRIGGER "cake_pictures_removed" ON "cake_pictures";--> statement-breakpoint
DROP TRIGGER "cakes_renamed" ON "cakes";--> statement-breakpoint
DROP INDEX "cakes_by_price";--> statement-breakpoint
DROP INDEX "cakes_by_name";--> statement-breakpoint
DROP INDEX "cakes_by_category";--> statement-breakpoint
DROP INDEX "cakes_by_part_of_name";--> statement-breakpoint
DROP INDEX "cakes_by_flavour";--> statement-breakpoint
DROP INDEX "cakes_best";--> statement-breakpoint
DROP INDEX "cakes_featured";--> statement-breakpoint
ALTER TABLE "cakes" DROP COLUMN "as_json";--> statement-breakpoint
ALTER TABLE "cakes" DROP COLUMN "card";--> statement-breakpoint
ALTER TABLE "cakes" DROP COLUMN "searched_name";--> statement-breakpoint
ALTER TABLE "cakes" DROP COLUMN "flavour_keys";--> statement-breakpoint
ALTER TABLE "cakes" DROP COLUMN "image";--> statement-breakpoint
ALTER TABLE "cakes" DROP COLUMN "shown_pictures";--> statement-breakpoint
DROP FUNCTION "keep_shown_pictures";--> statement-breakpoint
DROP FUNCTION "name_shown_pictures";--> statement-breakpoint
DROP FUNCTION "shown_pictures_of";--> statement-breakpoint
DROP FUNCTION "cake_as_json";--> statement-breakpoint
DROP FUNCTION "cake_card";--> statement-breakpoint
DROP FUNCTION "cake_flavour_keys";--> statement-breakpoint
ALTER TABLE "cakes" RESET (toast_tuple_target);

-- What Drizzle does not generate of the first migration. scripts/make-baseline.ts puts the tables in their place.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- Here are the tables.
-- Counters of limits: what a crash loses of them is no loss.
ALTER TABLE "limits" SET UNLOGGED;--> statement-breakpoint
-- For the planner, which does not ask the index of some rows how common a text is: it walks down the numbers for a common
-- one, and looks a rare one up.
CREATE STATISTICS "orders_searched" ON (lower("customer_name" || ' ' || "customer_email" || ' ' || "customer_mobile")) FROM "orders";--> statement-breakpoint
ALTER STATISTICS "orders_searched" SET STATISTICS 300;--> statement-breakpoint
-- Who acted may be removed from an entry when their account is deleted. What happened stays.
CREATE FUNCTION "keep_what_happened"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND current_setting('shop.deletes_account', true) = 'on'
		AND (NEW."id", NEW."at", NEW."actor", NEW."actor_id", NEW."action", NEW."subject", NEW."subject_id")
			IS NOT DISTINCT FROM (OLD."id", OLD."at", OLD."actor", OLD."actor_id", OLD."action", OLD."subject", OLD."subject_id")
	THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'entries of % are only ever added', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_log_only_grows" BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION "keep_what_happened"();--> statement-breakpoint
CREATE FUNCTION "refuse_change_for_a_year"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD.at < now() - interval '364 days' THEN RETURN OLD; END IF;
	RAISE EXCEPTION 'entries of % are only ever added, and kept for a year', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER "security_log_only_grows" BEFORE UPDATE OR DELETE ON "security_log" FOR EACH ROW EXECUTE FUNCTION "refuse_change_for_a_year"();--> statement-breakpoint
-- A paper is written once. What it says of its customer may go when their account is deleted.
CREATE FUNCTION "keep_paper"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND current_setting('shop.deletes_account', true) = 'on'
		AND to_jsonb(NEW) - 'personal' = to_jsonb(OLD) - 'personal' AND NEW."content"::text = OLD."content"::text
	THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER "order_papers_only_grow" BEFORE UPDATE OR DELETE ON "order_papers" FOR EACH ROW EXECUTE FUNCTION "keep_paper"();--> statement-breakpoint
-- A charge stays as it was added; a paper names it once. Those of an order that was never paid go with it.
CREATE FUNCTION "keep_charge"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD."paper_id" IS NULL THEN RETURN OLD; END IF;
	IF TG_OP = 'UPDATE' AND OLD."paper_id" IS NULL AND to_jsonb(NEW) - 'paper_id' = to_jsonb(OLD) - 'paper_id' THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER "order_charges_only_grow" BEFORE UPDATE OR DELETE ON "order_charges" FOR EACH ROW EXECUTE FUNCTION "keep_charge"();

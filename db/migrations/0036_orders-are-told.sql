-- Every process that has open pages listens, and hears of a change once it is committed.
CREATE FUNCTION "tell_of_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('cakewala_orders', json_build_object('action', NEW."action", 'orderId', NEW."subject_id")::text);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_log_tells_of_orders" AFTER INSERT ON "audit_log" FOR EACH ROW
	WHEN (NEW."kind" = 'change' AND NEW."subject" = 'order' AND NEW."subject_id" <> '') EXECUTE FUNCTION "tell_of_order"();

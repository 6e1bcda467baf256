CREATE TABLE "security_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"user_id" text,
	"email_key" text,
	"network" text,
	"device" text,
	"details" jsonb NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "security_log_count" CHECK ("security_log"."count" > 0),
	CONSTRAINT "security_log_who" CHECK ("security_log"."user_id" is null or "security_log"."email_key" is null)
);
--> statement-breakpoint
ALTER TABLE "security_log" ADD CONSTRAINT "security_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "security_log_at" ON "security_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "security_log_kind" ON "security_log" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "security_log_user" ON "security_log" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "security_log_network" ON "security_log" USING btree ("network","id");--> statement-breakpoint
CREATE FUNCTION "refuse_change_for_a_year"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD.at < now() - interval '364 days' THEN RETURN OLD; END IF;
	RAISE EXCEPTION 'entries of % are only ever added, and kept for a year', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER "security_log_only_grows" BEFORE UPDATE OR DELETE ON "security_log" FOR EACH ROW EXECUTE FUNCTION "refuse_change_for_a_year"();

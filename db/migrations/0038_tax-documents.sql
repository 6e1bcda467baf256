CREATE TABLE "credit_note_serials" (
	"year" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "credit_note_serials_last" CHECK ("credit_note_serials"."last" > 0)
);
--> statement-breakpoint
CREATE TABLE "tax_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"serial" text NOT NULL,
	"year" text NOT NULL,
	"order_id" uuid NOT NULL,
	"item_id" uuid,
	"invoice_id" uuid,
	"refund_id" uuid,
	"issued_at" timestamp with time zone NOT NULL,
	"content" json NOT NULL,
	"personal" jsonb NOT NULL,
	"digest" text NOT NULL,
	"taxable_paise" integer NOT NULL,
	"tax_paise" integer NOT NULL,
	"total_paise" integer NOT NULL,
	CONSTRAINT "tax_documents_serial_unique" UNIQUE("serial"),
	CONSTRAINT "tax_documents_kind" CHECK ("tax_documents"."kind" in ('invoice', 'credit-note')),
	CONSTRAINT "tax_documents_serial" CHECK ("tax_documents"."serial" ~ (case "tax_documents"."kind" when 'invoice' then '^CW' else '^CN' end || '/[0-9]{2}-[0-9]{2}/[0-9]{7}$') and substr("tax_documents"."serial", 4, 5) = "tax_documents"."year"),
	CONSTRAINT "tax_documents_credit_note" CHECK (("tax_documents"."kind" = 'credit-note') = ("tax_documents"."invoice_id" is not null) and ("tax_documents"."kind" = 'credit-note' or "tax_documents"."refund_id" is null) and ("tax_documents"."kind" = 'invoice' or "tax_documents"."item_id" is null)),
	CONSTRAINT "tax_documents_amounts" CHECK ("tax_documents"."taxable_paise" >= 0 and "tax_documents"."tax_paise" >= 0 and "tax_documents"."taxable_paise" + "tax_documents"."tax_paise" = "tax_documents"."total_paise"),
	CONSTRAINT "tax_documents_digest" CHECK ("tax_documents"."digest" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_invoice_serial";--> statement-breakpoint
ALTER TABLE "tax_documents" ADD CONSTRAINT "tax_documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_documents" ADD CONSTRAINT "tax_documents_item_id_order_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_documents" ADD CONSTRAINT "tax_documents_invoice_id_tax_documents_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."tax_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_documents" ADD CONSTRAINT "tax_documents_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tax_documents_of_order" ON "tax_documents" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_documents_one_of_order" ON "tax_documents" USING btree ("order_id") WHERE "tax_documents"."kind" = 'invoice' and "tax_documents"."item_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tax_documents_one_of_item" ON "tax_documents" USING btree ("item_id") WHERE "tax_documents"."item_id" is not null;--> statement-breakpoint
CREATE INDEX "tax_documents_of_refund" ON "tax_documents" USING btree ("refund_id") WHERE "tax_documents"."refund_id" is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_invoice_serial" CHECK ("orders"."invoice_serial" is null or "orders"."state" = 'placed' and length("orders"."invoice_serial") <= 16);--> statement-breakpoint
-- A tax document is written once. What it says of its customer may go when their account is deleted.
CREATE FUNCTION "keep_tax_document"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND current_setting('shop.deletes_account', true) = 'on'
		AND to_jsonb(NEW) - 'personal' = to_jsonb(OLD) - 'personal' AND NEW."content"::text = OLD."content"::text
	THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER "tax_documents_only_grow" BEFORE UPDATE OR DELETE ON "tax_documents" FOR EACH ROW EXECUTE FUNCTION "keep_tax_document"();

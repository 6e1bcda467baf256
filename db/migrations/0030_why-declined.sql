CREATE TABLE "operator_runs" (
	"command" text PRIMARY KEY NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"errors" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_payments" ADD COLUMN "declined" text;--> statement-breakpoint
ALTER TABLE "order_payments" ADD COLUMN "declined_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "order_payments_declined" ON "order_payments" USING btree ("declined_at") WHERE "order_payments"."declined_at" is not null;--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_declined" CHECK (("order_payments"."declined" is null) = ("order_payments"."declined_at" is null) and length("order_payments"."declined") <= 500 and ("order_payments"."declined" is null or "order_payments"."cause" = 'online'));
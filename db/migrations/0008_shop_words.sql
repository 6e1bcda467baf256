CREATE TABLE "shop_words" (
	"key" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"picture_id" text
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_subject";--> statement-breakpoint
ALTER TABLE "shop_words" ADD CONSTRAINT "shop_words_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_subject" CHECK ("audit_log"."subject" in ('order', 'cake', 'catalogue', 'users', 'mail', 'delivery', 'words'));
ALTER TABLE "users" DROP CONSTRAINT "users_role";--> statement-breakpoint
ALTER TABLE "staff_invitations" DROP CONSTRAINT "staff_invitations_role";--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_actor_role";--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_subject";--> statement-breakpoint
CREATE INDEX "order_papers_issued" ON "order_papers" USING btree ("issued_at");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role" CHECK ("users"."role" in ('customer', 'owner', 'manager', 'kitchen', 'counter', 'accountant'));--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_role" CHECK ("staff_invitations"."role" in ('owner', 'manager', 'kitchen', 'counter', 'accountant'));--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_role" CHECK ("audit_log"."actor_role" is null or "audit_log"."actor" <> 'shop' and "audit_log"."actor_role" in ('customer', 'owner', 'manager', 'kitchen', 'counter', 'accountant') and ("audit_log"."actor_role" = 'customer') = ("audit_log"."actor" = 'customer'));--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_subject" CHECK ("audit_log"."subject" in ('order', 'cake', 'catalogue', 'users', 'mail', 'delivery', 'words', 'money'));
import { tidyTablesHandler } from '#platform/database/tidy-tables.job.server.ts'
import type { JobHandler } from '#platform/jobs/jobs.server.ts'
import { mailPasswordResetHandler } from '#shop/accounts/mail-password-reset.job.server.ts'
import { sweepSessionsHandler } from '#shop/accounts/sweep-sessions.job.server.ts'
import { reconcilePaymentsHandler } from '#shop/checkout/reconcile-payments.job.server.ts'
import { unexpectedMoneyHandler } from '#shop/checkout/unexpected-money.job.server.tsx'
import { offerMailComposers } from '#shop/custom-cakes/compose-offer-mails.server.tsx'
import { expireOffersHandler } from '#shop/custom-cakes/expire-offers.job.server.ts'
import type { MailComposer } from '#shop/mails/mail-kind.server.ts'
import { mailHandlers } from '#shop/mails/send-mail.job.server.ts'
import { orderMailComposers } from '#shop/orders/compose-order-mails.server.tsx'
import { picturesInUse } from '#shop/orders/pictures-in-use.server.ts'
import { refundPaymentHandler } from '#shop/payments/refund-payment.server.ts'
import {
  sandboxWebhookHandler,
  type WebhookTarget,
} from '#shop/payments/sandbox-webhook.job.server.ts'
import { sweepPicturesHandler } from '#shop/pictures/sweep-pictures.job.server.ts'
import { refundMailHandler } from '#shop/refunds/send-refund-mail.server.tsx'
import { storefrontMailHandlers } from '#shop/storefront/send-storefront-mails.server.tsx'
import type { AppContext } from './context.server.ts'

/** Table of contents: every background job; those with a schedule run by themselves. */
export function jobHandlers(context: AppContext, webhook: WebhookTarget): JobHandler[] {
  return [
    tidyTablesHandler(context),
    mailPasswordResetHandler(context),
    sweepSessionsHandler(context),
    sweepPicturesHandler({ ...context, picturesInUse }),
    ...mailHandlers({ ...context, composers: mailComposers(context) }),
    expireOffersHandler(context),
    refundMailHandler(context),
    refundPaymentHandler(context),
    reconcilePaymentsHandler(context),
    unexpectedMoneyHandler(context),
    sandboxWebhookHandler(webhook),
    ...storefrontMailHandlers(context),
  ]
}

/** Table of contents: every kind of mail that goes out. */
function mailComposers(context: AppContext): MailComposer[] {
  return [...orderMailComposers(context), ...offerMailComposers(context)]
}

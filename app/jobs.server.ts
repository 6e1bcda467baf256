import { cleanupHandler } from '#platform/database/cleanup.job.server.ts'
import type { JobHandler } from '#platform/jobs/jobs.server.ts'
import { passwordResetComposer } from '#shop/accounts/password/password-reset.mail.tsx'
import { purgeSessionsHandler } from '#shop/accounts/purge-sessions.job.server.ts'
import {
  lateCapturesHandler,
  reconcilePaymentsHandler,
} from '#shop/checkout/settle/reconcile-payments.job.server.ts'
import { unexpectedPaymentComposer } from '#shop/checkout/settle/unexpected-payment-mail.server.tsx'
import type { MailComposer } from '#shop/mails/mail-kind.server.ts'
import { purgeMailsHandler } from '#shop/mails/purge-mails.job.server.ts'
import { mailHandlers } from '#shop/mails/send-mail.job.server.ts'
import { orderMailComposers } from '#shop/orders/mails/order-mails.server.tsx'
import { picturesInUse } from '#shop/orders/pictures-in-use.store.server.ts'
import {
  sandboxWebhookHandler,
  type WebhookTarget,
} from '#shop/payments/sandbox/sandbox-webhook.job.server.ts'
import { purgePicturesHandler } from '#shop/pictures/purge-pictures.job.server.ts'
import { expireQuotesHandler } from '#shop/quotes/expire-quotes.job.server.ts'
import { quoteMailComposers } from '#shop/quotes/quote-mails.server.tsx'
import { refundMailComposers } from '#shop/refunds/refund-mails.server.tsx'
import { refundPaymentHandler } from '#shop/refunds/refund-payment.server.ts'
import { messageMailComposer } from '#shop/storefront/contact/message-mail.server.tsx'
import { welcomeMailComposer } from '#shop/storefront/newsletter/welcome-mail.server.tsx'
import type { AppContext } from './context.server.ts'

/** Table of contents: every background job; those with a schedule run by themselves. */
export function jobHandlers(context: AppContext, webhook: WebhookTarget): JobHandler[] {
  return [
    cleanupHandler(context),
    purgeSessionsHandler(context),
    purgePicturesHandler({ ...context, picturesInUse }),
    ...mailHandlers({ ...context, composers: mailComposers(context) }),
    purgeMailsHandler(context),
    expireQuotesHandler(context),
    refundPaymentHandler(context),
    reconcilePaymentsHandler(context),
    lateCapturesHandler(context),
    sandboxWebhookHandler(webhook),
  ]
}

/** Table of contents: every kind of mail that goes out. */
export function mailComposers(context: AppContext): MailComposer[] {
  return [
    passwordResetComposer(context),
    ...orderMailComposers(context),
    unexpectedPaymentComposer(context),
    ...refundMailComposers(context),
    ...quoteMailComposers(context),
    messageMailComposer(context),
    welcomeMailComposer(context),
  ]
}

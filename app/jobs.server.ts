import { cleanupHandler } from '#platform/database/cleanup.job.server.ts'
import type { JobHandler } from '#platform/jobs/jobs.server.ts'
import { emailChangeMailComposer } from '#shop/accounts/email-change/email-change-mail.server.tsx'
import { passwordResetMailComposer } from '#shop/accounts/password/password-reset-mail.server.tsx'
import { accountNoticeMailComposer } from '#shop/accounts/security/account-notice-mail.server.tsx'
import { deleteOldInvitations } from '#shop/admin/staff/staff.store.server.ts'
import { staffInvitationMailComposer } from '#shop/admin/staff/staff-invitation-mail.server.tsx'
import { itemDroppedMailComposer } from '#shop/admin-orders/drop-item/item-dropped-mail.server.tsx'
import {
  lateCapturesHandler,
  reconcilePaymentsHandler,
} from '#shop/checkout/settle/reconcile-payments.job.server.ts'
import { settleEventHandler } from '#shop/checkout/settle/settle-event.job.server.ts'
import { slotGoneMailComposer } from '#shop/checkout/settle/slot-gone-mail.server.tsx'
import { unexpectedPaymentMailComposer } from '#shop/checkout/settle/unexpected-payment-mail.server.tsx'
import { pincodeMailComposers } from '#shop/delivery/unserved/pincode-mails.server.tsx'
import { disputeMailComposers } from '#shop/disputes/dispute-mails.server.tsx'
import { kitchenDayMailComposer } from '#shop/kitchen/kitchen-day-mail.server.tsx'
import { remindKitchenHandler } from '#shop/kitchen/remind-kitchen.job.server.ts'
import type { MailComposer } from '#shop/mails/mail-kind.server.ts'
import { mailHandlers } from '#shop/mails/send-mail.job.server.ts'
import { orderRescheduledMailComposer } from '#shop/orders/change/order-rescheduled-mail.server.tsx'
import { announcePreparedHandler } from '#shop/orders/mails/announce-prepared.job.server.ts'
import { type OrderMailDeps, orderMailComposers } from '#shop/orders/mails/order-mails.server.tsx'
import { wayMailComposers } from '#shop/orders/mails/way-mails.server.tsx'
import { picturesInUse } from '#shop/orders/pictures-in-use.store.server.ts'
import {
  sandboxWebhookHandler,
  type WebhookTarget,
} from '#shop/payments/sandbox/sandbox-webhook.job.server.ts'
import { accountDeletedMailComposer } from '#shop/privacy/delete-account/account-deleted-mail.server.tsx'
import { deleteOldDataHandler } from '#shop/privacy/delete-old-data.job.server.ts'
import { expireQuotesHandler } from '#shop/quotes/expire-quotes.job.server.ts'
import { quoteMailComposers } from '#shop/quotes/quote-mails.server.tsx'
import { refundMailComposers } from '#shop/refunds/refund-mails.server.tsx'
import { refundPaymentHandler } from '#shop/refunds/refund-payment.server.ts'
import { orderLateMailComposer } from '#shop/riders/late/order-late-mail.server.tsx'
import { refundLateHandler } from '#shop/riders/late/refund-late.job.server.ts'
import { messageMailComposer } from '#shop/storefront/contact/message-mail.server.tsx'
import { newsletterMailComposers } from '#shop/storefront/newsletter/newsletter-mails.server.tsx'
import { writeOlderInvoicesHandler } from '#shop/tax-documents/older/write-older-invoices.job.server.ts'
import { creditNotesOf } from '#shop/tax-documents/tax-documents.store.server.ts'
import { trackingUrl } from '#shop/tracking/link/tracking-url.server.ts'
import { photoForMail } from '#shop/tracking/photo/photo-for-mail.server.ts'
import { addressMissingMailComposer } from '#shop/tracking/recipient/address-missing-mail.server.tsx'
import { askForAddressHandler } from '#shop/tracking/recipient/ask-for-address.job.server.ts'
import type { AppContext } from './context.server.ts'

/** Table of contents: every background job; those with a schedule run by themselves. */
export function jobHandlers(context: AppContext, webhook: WebhookTarget): JobHandler[] {
  return [
    cleanupHandler(context),
    deleteOldDataHandler({ ...context, picturesInUse, deleteOldInvitations }),
    ...mailHandlers({ ...context, composers: mailComposers(context) }),
    announcePreparedHandler(context),
    askForAddressHandler(context),
    expireQuotesHandler(context),
    remindKitchenHandler(context),
    refundPaymentHandler(context),
    refundLateHandler(context),
    reconcilePaymentsHandler(context),
    lateCapturesHandler(context),
    writeOlderInvoicesHandler(context),
    settleEventHandler(context),
    sandboxWebhookHandler(webhook),
  ]
}

/** Table of contents: every kind of mail that goes out. */
export function mailComposers(context: AppContext): MailComposer[] {
  const orderMails: OrderMailDeps = {
    ...context,
    creditNotesOf,
    trackingUrl: (orderId, audience) => trackingUrl(context, orderId, audience),
  }
  return [
    passwordResetMailComposer(context),
    emailChangeMailComposer(context),
    staffInvitationMailComposer(context),
    accountNoticeMailComposer(context),
    ...orderMailComposers(orderMails),
    ...wayMailComposers({
      ...orderMails,
      photoForMail: (orderId) => photoForMail(context, orderId),
    }),
    orderRescheduledMailComposer(orderMails),
    itemDroppedMailComposer(context),
    unexpectedPaymentMailComposer(context),
    slotGoneMailComposer(context),
    kitchenDayMailComposer(context),
    ...refundMailComposers(context),
    orderLateMailComposer(context),
    ...disputeMailComposers(context),
    addressMissingMailComposer(context),
    ...quoteMailComposers(context),
    messageMailComposer(context),
    ...newsletterMailComposers(context),
    ...pincodeMailComposers(context),
    accountDeletedMailComposer(context),
  ]
}

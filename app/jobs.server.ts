import { cleanupHandler } from '#platform/database/cleanup.job.server.ts'
import type { JobHandler } from '#platform/jobs/job.server.ts'
import { accountNoticeMail, emailChangeMail } from '#shop/accounts/account-mails.server.ts'
import { passwordResetMail } from '#shop/accounts/password/reset-password.server.ts'
import { testMail } from '#shop/admin/opening/open-shop.server.ts'
import { staffInvitationMail } from '#shop/admin/staff/invite-staff.server.ts'
import { itemDroppedMail } from '#shop/admin-orders/drop-item/drop-item.server.tsx'
import { changedOrderMail, orderChangedMail } from '#shop/changes/order-changed-mail.server.ts'
import { comparePaymentsHandler } from '#shop/consistency/compare-payments.job.server.ts'
import { announcePreparedHandler } from '#shop/handling/items/move-items.server.ts'
import { orderLateMail, refundLateHandler } from '#shop/handling/late/decide-late.server.ts'
import {
  deliveryFailedMail,
  orderMovedMail,
  recipientAwaitsMail,
  recipientMovedMail,
} from '#shop/handling/mails/move-mails.server.tsx'
import {
  cancelledOrderMail,
  newOrderMail,
  orderCancelledMail,
  orderPlacedMail,
  orderPreparedMail,
} from '#shop/handling/mails/order-mails.server.tsx'
import {
  addressMissingMail,
  askForAddressHandler,
  orderReminderMail,
  remindCustomersHandler,
} from '#shop/handling/remind-customers.job.server.tsx'
import { kitchenDayMail, remindKitchenHandler } from '#shop/kitchen/load-kitchen.server.ts'
import type { MailKind } from '#shop/mails/mail-kind.server.ts'
import { mailHandlers } from '#shop/mails/send-mail.job.server.ts'
import { sendPushHandler, tellColleagues } from '#shop/notices/tell-colleagues.server.ts'
import { orderLinkMail } from '#shop/order-pages/find-order.server.ts'
import { countSoldHandler } from '#shop/orders/sold/take-pieces.server.ts'
import {
  paymentReturnedMail,
  slotGoneMail,
  unexpectedPaymentMail,
} from '#shop/paying/give-back-payment.server.ts'
import { upiClaimedMail, upiNotFoundMail } from '#shop/paying/own-upi/note-reference.server.ts'
import { payByLinkMail } from '#shop/paying/pay-by-link.server.ts'
import {
  lateCapturesHandler,
  reconcilePaymentsHandler,
} from '#shop/paying/reconcile-payments.job.server.ts'
import { disputeMail } from '#shop/paying/record-dispute.server.ts'
import { settleEventHandler } from '#shop/paying/settle-payment.server.ts'
import { accountDeletedMail, deleteOldDataHandler } from '#shop/privacy/delete-data.server.ts'
import { expireQuotesHandler } from '#shop/quotes/answer-quote.server.ts'
import {
  itemRejectedMail,
  quoteAcceptedMail,
  quoteAnsweredMail,
  quoteExpiredMail,
  quoteMail,
} from '#shop/quotes/quote-mails.server.tsx'
import {
  orderRefundedMail,
  refundAdoptedMail,
  refundDelayedMail,
  refundFailedMail,
} from '#shop/refunds/refund-mails.server.ts'
import { refundPaymentHandler } from '#shop/refunds/refund-payment.server.ts'
import { messageAnswerMail, messageMail } from '#shop/storefront/inbox/messages.server.ts'
import {
  confirmSubscriptionMail,
  subscribedMail,
} from '#shop/storefront/newsletter/newsletter.server.tsx'
import type { AppContext } from './context.server.ts'
import { keepAssetsHandler } from './serving/client-files.server.ts'

/** Table of contents: every background job; those with a schedule run by themselves. */
export function jobHandlers(context: AppContext): JobHandler[] {
  return [
    cleanupHandler(context),
    keepAssetsHandler(context),
    deleteOldDataHandler(context),
    countSoldHandler(context),
    ...mailHandlers(context, mailKinds, (mail, content) => tellColleagues(context, mail, content)),
    sendPushHandler(context),
    announcePreparedHandler(context),
    askForAddressHandler(context),
    expireQuotesHandler(context),
    remindCustomersHandler(context),
    remindKitchenHandler(context),
    refundPaymentHandler(context),
    refundLateHandler(context),
    reconcilePaymentsHandler(context),
    lateCapturesHandler(context),
    comparePaymentsHandler(context),
    settleEventHandler(context),
  ]
}

/** Table of contents: every kind of mail that goes out, under the name that its queued mails have. */
export const mailKinds = {
  'password-reset': passwordResetMail,
  'email-change': emailChangeMail,
  'staff-invitation': staffInvitationMail,
  'account-notice': accountNoticeMail,
  'order-placed': orderPlacedMail,
  'order-cancelled': orderCancelledMail,
  'order-prepared': orderPreparedMail,
  'order-reminder': orderReminderMail,
  'order-moved': orderMovedMail,
  'recipient-awaits': recipientAwaitsMail,
  'recipient-moved': recipientMovedMail,
  'delivery-failed': deliveryFailedMail,
  // From when only a new time was mailed.
  'order-rescheduled': orderChangedMail,
  'pay-by-link': payByLinkMail,
  'item-dropped': itemDroppedMail,
  'unexpected-payment': unexpectedPaymentMail,
  // From when a balance was another payment.
  'balance-refunded': paymentReturnedMail,
  'slot-gone': slotGoneMail,
  'kitchen-day': kitchenDayMail,
  'order-refunded': orderRefundedMail,
  'refund-failed': refundFailedMail,
  'refund-delayed': refundDelayedMail,
  'refund-adopted': refundAdoptedMail,
  'upi-claimed': upiClaimedMail,
  'upi-not-found': upiNotFoundMail,
  'order-late': orderLateMail,
  'dispute-opened': disputeMail,
  'dispute-ended': disputeMail,
  'address-missing': addressMissingMail,
  'order-link': orderLinkMail,
  'new-order': newOrderMail,
  'changed-order': changedOrderMail,
  'cancelled-order': cancelledOrderMail,
  quote: quoteMail,
  'quote-answered': quoteAnsweredMail,
  'quote-accepted': quoteAcceptedMail,
  'quote-expired': quoteExpiredMail,
  'item-rejected': itemRejectedMail,
  message: messageMail,
  'message-answer': messageAnswerMail,
  'confirm-subscription': confirmSubscriptionMail,
  subscribed: subscribedMail,
  'account-deleted': accountDeletedMail,
  'test-mail': testMail,
} satisfies Record<string, MailKind<never>>

declare module '#shop/mails/mail-kind.server.ts' {
  interface MailKinds extends Kinds {}
}
type Kinds = typeof mailKinds

import { AppError } from '#platform/app-error.ts'
import { type Api, createApi } from '#platform/http/api.server.ts'
import { serveDayClose } from '#shop/accounting/month/close-day.server.ts'
import { serveMonthFiles } from '#shop/accounting/month/read-month.server.ts'
import { serveStatements } from '#shop/accounting/upi/match-statement.server.ts'
import { serveAccount } from '#shop/accounts/account/change-account.server.ts'
import { serveEmailChange } from '#shop/accounts/email-change/change-email.server.ts'
import { serveLogin } from '#shop/accounts/login/log-in.server.ts'
import { servePasswordReset } from '#shop/accounts/password/reset-password.server.ts'
import { checkPermission, checkRecentPassword } from '#shop/accounts/require-customer.server.ts'
import { serveSecondFactor } from '#shop/accounts/second-factor/change-second-factor.server.ts'
import { sessionCookie } from '#shop/accounts/sessions.server.ts'
import { serveAddressBook } from '#shop/address-book/change-address-book.server.ts'
import { serveExports } from '#shop/admin/export-lists.server.ts'
import { serveAdminMails } from '#shop/admin/mails/send-again.server.ts'
import { serveOpening } from '#shop/admin/opening/open-shop.server.ts'
import { serveMembers } from '#shop/admin/staff/change-member.server.ts'
import { serveInvitations } from '#shop/admin/staff/invite-staff.server.ts'
import { serveUsers } from '#shop/admin/users/list-users.server.ts'
import {
  serveBakerActions,
  serveUndoPrepared,
} from '#shop/admin-orders/baker-actions/apply-baker-action.server.ts'
import { serveOrderNotes } from '#shop/admin-orders/detail/load-order-detail.server.ts'
import { serveDropItem } from '#shop/admin-orders/drop-item/drop-item.server.tsx'
import { serveOrderList } from '#shop/admin-orders/list/list-orders.server.ts'
import { serveCouriers, serveMoveByStaff } from '#shop/admin-orders/moves/move-by-staff.server.ts'
import { serveTakeOrder } from '#shop/admin-orders/new/take-order.server.ts'
import { recordRefusal } from '#shop/audit-log/security-log.server.ts'
import { serveCakeEdits, serveShareChoices } from '#shop/cakes/admin/edit-cakes.server.ts'
import {
  serveCatalogueExport,
  serveCatalogueImport,
} from '#shop/cakes/admin/import/catalogue-files.server.ts'
import { serveCakes } from '#shop/cakes/read-cakes.server.ts'
import { serveCancel } from '#shop/changes/cancel-order.server.ts'
import { serveChanges, serveWhereTo } from '#shop/changes/change-order.server.ts'
import { serveOrderSlots } from '#shop/changes/change-slot.server.ts'
import { serveCheckout } from '#shop/checkout/start/start-checkout.server.ts'
import { serveCakeDesigns } from '#shop/custom-cakes/draw-design.server.ts'
import { serveDeliveryOptions } from '#shop/delivery/options/delivery-options.server.ts'
import { serveDeliverySettings } from '#shop/delivery/save-delivery.server.ts'
import { serveDoorMoney } from '#shop/handling/door/door-money.server.ts'
import { serveExceptionalDays } from '#shop/handling/late/decide-late.server.ts'
import { serveHolds } from '#shop/handling/photos/hold-order.server.ts'
import { serveOrderPhotos, serveTakePhoto } from '#shop/handling/photos/order-photos.server.ts'
import { serveNotices } from '#shop/notices/save-wishes.server.ts'
import { serveMailLink } from '#shop/order-pages/find-order.server.ts'
import { serveLiveOrders } from '#shop/order-pages/live-orders.server.ts'
import { serveProblems } from '#shop/order-pages/report-problem.server.ts'
import { serveViewOrders } from '#shop/order-pages/view-orders.server.ts'
import { serveCoupons, serveOwnCoupons } from '#shop/orders/coupons/coupons.server.ts'
import { serveKeepOrder } from '#shop/orders/guest/keep-order.server.ts'
import { serveLinkRenewal } from '#shop/orders/links/tracking-link.server.ts'
import { serveShowPlaced } from '#shop/orders/placed/show-placed.server.ts'
import { serveReviews } from '#shop/orders/reviews/write-review.server.ts'
import { serveTaxDocuments } from '#shop/papers/print/draw-papers.server.ts'
import { serveOwnUpi } from '#shop/paying/own-upi/note-reference.server.ts'
import { servePaying } from '#shop/paying/pay-by-link.server.ts'
import { serveRefunds } from '#shop/paying/refunds/refund-order.server.ts'
import { receiveWebhooks } from '#shop/paying/settle-payment.server.ts'
import { serveSandbox } from '#shop/payments/sandbox/sandbox-provider.server.ts'
import { servePictureUploads } from '#shop/pictures/upload-picture.server.ts'
import { serveAccountDeletion } from '#shop/privacy/delete-data.server.ts'
import { serveDataDownload } from '#shop/privacy/download-data.server.ts'
import { serveQuotes } from '#shop/quotes/answer-quote.server.ts'
import { serveRuns } from '#shop/riders/plan/plan-runs.server.ts'
import { serveStops } from '#shop/riders/run/move-stop.server.ts'
import { serveContact, serveInbox } from '#shop/storefront/inbox/messages.server.ts'
import { serveNewsletter } from '#shop/storefront/newsletter/newsletter.server.tsx'
import { serveWords } from '#shop/words/save-words.server.ts'
import type { AppContext } from './context.server.ts'

/** Table of contents: every call of the API, under /api/v1. */
const calls: readonly ((api: Api, context: AppContext) => void)[] = [
  servePictureUploads,
  serveCakeEdits,
  serveShareChoices,
  // Before the cakes: 'export' is not the id of a cake.
  serveCatalogueExport,
  serveCatalogueImport,
  serveCakes,
  serveLogin,
  servePasswordReset,
  serveSecondFactor,
  serveAccount,
  serveEmailChange,
  serveAddressBook,
  serveViewOrders,
  serveShowPlaced,
  serveChanges,
  serveWhereTo,
  serveOrderSlots,
  serveCancel,
  serveRefunds,
  serveKeepOrder,
  serveOrderPhotos,
  serveTakePhoto,
  serveHolds,
  serveProblems,
  serveReviews,
  serveMailLink,
  serveLinkRenewal,
  serveExceptionalDays,
  serveQuotes,
  serveDeliveryOptions,
  serveDeliverySettings,
  serveCoupons,
  serveOwnCoupons,
  serveCheckout,
  servePaying,
  serveOwnUpi,
  receiveWebhooks,
  serveTaxDocuments,
  serveRuns,
  serveCouriers,
  serveStops,
  serveDoorMoney,
  serveLiveOrders,
  serveCakeDesigns,
  serveOrderList,
  serveTakeOrder,
  serveMoveByStaff,
  serveDropItem,
  serveOrderNotes,
  serveBakerActions,
  serveUndoPrepared,
  serveAdminMails,
  serveWords,
  serveOpening,
  serveNotices,
  serveContact,
  serveInbox,
  serveNewsletter,
  serveDataDownload,
  serveAccountDeletion,
  serveMonthFiles,
  serveDayClose,
  serveStatements,
  serveUsers,
  serveExports,
  serveInvitations,
  serveMembers,
]

/** The API with its calls, for callers as accounts know them. */
export function createShopApi(context: AppContext, { trustProxy }: { trustProxy: number }) {
  const { accounts, limiter, log, payments, shop } = context
  const api = createApi({
    settings: { publicUrl: shop.publicUrl, trustProxy },
    log,
    limiter,
    authenticate: accounts.buyerOf,
    checkPermission,
    checkRecentPassword,
    onRefusal: (refusal) => recordRefusal(context, refusal),
  })
  for (const serve of calls) serve(api, context)
  if (payments.active.name === 'sandbox') serveSandbox(api, context)
  const info = {
    title: `${shop.name} API`,
    version: '1',
    description:
      'The calls of the shop. Prices are in rupees, times are ISO 8601 in UTC, errors are RFC 9457 problems.',
    contact: { name: shop.name, email: shop.email, url: `${shop.publicUrl}/contact` },
  }
  api.describe(info, { sessionCookie: sessionCookie(shop.publicUrl) })
  // Otherwise a page would respond.
  api.hono.all('*', () => {
    throw new AppError('not_found', 'This call does not exist.')
  })
  return api
}

import { createHash } from 'node:crypto'
import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { newId } from '#platform/new-id.server.ts'
import type { Guest } from '#shop/accounts/accounts.schema.ts'
import { addGuest } from '#shop/accounts/accounts.store.server.ts'
import { startCheckout } from '#shop/checkout/checkout.api.server.ts'
import { cancelUnbegun } from '#shop/checkout/checkout.store.server.ts'
import { addDoorPayment } from '#shop/handling/door/take-door-money.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { payPath } from '#shop/orders/links/pay-link.ts'
import type { payByLinkMail } from '#shop/orders/mails/pay-by-link-mail.server.ts'
import { whyPaidAhead } from '#shop/orders/money/cash-on-delivery.store.server.ts'
import { noSuchOrder } from '#shop/orders/order-rules.ts'
import { findOrder, lockOrder, markExpired } from '#shop/orders/orders.store.server.ts'
import { drawQr } from '#ui/qr/draw-qr.ts'
import type { TakenOrder, TakeOrderInput } from './new-order.endpoints.ts'

interface OrderToTake extends TakeOrderInput {
  caller: Caller
  /** Of the network. */
  address: string
}

/**
 * Places an order for a customer who calls, or stands at the counter, by the checkout of all orders. It belongs to a new
 * guest: nobody has proved whose number it is.
 *
 * @param replacedOrderId an unpaid order with the same number that staff took: it ends, if this one can be had
 * @throws AppError conflict for a customised cake without an email that is not paid at the counter, and as the checkout
 */
export async function takeOrder(
  shop: AppContext,
  { caller, address, customer, paid, replacedOrderId, checkout }: OrderToTake,
): Promise<TakenOrder> {
  const { email } = customer
  const byLink = paid?.method === 'link'
  const isAtCounter = paid !== null && !byLink
  const hasReadyMade = checkout.order.some(({ customize }) => !customize)
  if (!email && !isAtCounter && checkout.order.some(({ customize }) => customize)) {
    throw fieldError('conflict', 'customer.email', 'The quote of a customised cake is mailed.')
  }
  // A checkout that is sent again has the same guest.
  const id = createHash('sha256')
    .update(`guest ${checkout.checkoutId ?? newId()}`)
    .digest('hex')
  const { number, orderId, placed } = await startCheckout(shop, {
    caller: { id, email, role: 'customer', isGuest: true },
    address,
    input: { ...checkout, cash: !byLink },
    staff: {
      by: caller,
      async prepare(tx) {
        const now = shop.clock.now()
        await addGuest(tx, { ...customer, id }, now)
        if (replacedOrderId) await endReplaced(tx, { replacedOrderId, guest: customer, now })
      },
      async complete(tx, order) {
        const { id: orderId, chargedPaise: paise } = order
        if (isAtCounter) {
          if (paise === 0) return
          const taken = { cause: 'counter' as const, paise, reason: '', at: shop.clock.now() }
          await addDoorPayment(tx, order, { ...taken, by: caller.email }, paid)
        } else if (byLink && hasReadyMade) {
          const about = { orderId, reason: '' }
          await queueMail<typeof payByLinkMail>(shop, tx, 'pay-by-link', orderId, about)
        } else if (hasReadyMade) {
          const stored = await findOrder(tx, orderId)
          const why = stored && (await whyPaidAhead(shop, tx, stored))
          if (why) throw fieldError('conflict', 'paid', why)
        }
      },
    },
  })
  if (placed) return { orderId, number, toPay: null }
  const link = `${shop.shop.publicUrl}${payPath(shop, orderId)}`
  return { orderId, number, toPay: { link, qr: drawQr(link) } }
}

const whyNotReplaced = {
  own: 'was not taken by staff, so its customer alone pays or leaves it.',
  others: 'is another customer’s. It ends by itself if it is not paid within the hour.',
  placed: 'is placed: it is paid online already, or when it is handed over. Open its page.',
  begun: 'is being paid online. Ask if it is paid, or wait until its hour is over.',
}

/** Ends an unpaid order in the transaction that stores the one in its stead. @throws AppError not_found, conflict */
async function endReplaced(
  tx: Database,
  { replacedOrderId, guest, now }: { replacedOrderId: string; guest: Guest; now: Date },
) {
  const order = await lockOrder(tx, replacedOrderId)
  if (!order) throw noSuchOrder()
  const refuse = (why: keyof typeof whyNotReplaced) =>
    fieldError('conflict', 'paid', `Order ${order.number} ${whyNotReplaced[why]}`)
  if (!order.takenBy) throw refuse('own')
  if (order.customerMobile !== guest.mobileno) throw refuse('others')
  if (order.state === 'placed') throw refuse('placed')
  if (order.state === 'expired') return
  if (!(await cancelUnbegun(tx, order.id, now))) throw refuse('begun')
  await markExpired(tx, order.id)
}

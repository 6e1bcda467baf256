import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAddressMissing, mayCorrectAddress, mayGiveAddress } from '#shop/orders/order-rules.ts'
import { lockPlacedOrder, saveOrderChange } from '#shop/orders/orders.store.server.ts'
import { joinAddress, splitAddress } from '#shop/values/india-address.ts'
import type { addressGivenMail } from './ask-for-address.job.server.ts'

interface WhereToChange {
  orderId: string
  /** Without pincode and city, because zone and fee depend on them; left out, it stays. */
  address?: string
  /** The recipient's: ten digits, or '' for none; left out, it stays. */
  mobile?: string
  /** Staff, or the recipient by their link. */
  by: Caller | 'recipient'
}

/**
 * Completes or corrects an order's address: its recipient until the kitchen begins, or until it leaves if the address is
 * missing; staff until it has arrived. Mails the sender when the recipient has given what was missing.
 *
 * @throws AppError not_found, conflict; invalid if the address has no street
 */
export async function changeWhereTo(
  { db, clock, jobs }: AppContext,
  { orderId, address, mobile, by }: WhereToChange,
) {
  await db.transaction(async (tx) => {
    const order = await lockPlacedOrder(tx, orderId)
    const at = clock.now()
    const parts = splitAddress(order.address)
    if (!parts || !mayChange(order, { by, at })) {
      throw new AppError('conflict', 'This can no longer be changed here. Please call us.')
    }
    const street = address ?? parts.address
    if (!street) throw fieldError('invalid', 'address', 'Address is required')
    const line = joinAddress({ ...parts, address: street })
    const recipientMobile = order.recipientName === null ? '' : (mobile ?? order.recipientMobile)
    await saveOrderChange(tx, orderId, { address: line, recipientMobile })
    const changed = [
      line !== order.address && 'address',
      recipientMobile !== order.recipientMobile && 'mobile',
    ].filter(Boolean)
    if (changed.length === 0) return
    await recordAudit(tx, {
      at,
      by: by === 'recipient' ? 'shop' : by,
      action: 'change-recipient',
      orderId,
      // Without the former values: audit log entries are never deleted.
      after: { changed, by: by === 'recipient' ? by : undefined },
    })
    if (by !== 'recipient' || !isAddressMissing(order)) return
    const about = { orderId }
    await queueMail<typeof addressGivenMail>({ jobs, clock }, tx, 'address-given', orderId, about)
  })
}

function mayChange(order: Order, { by, at }: Pick<WhereToChange, 'by'> & { at: Date }): boolean {
  return mayCorrectAddress(order) && (by !== 'recipient' || mayGiveAddress(order, at))
}

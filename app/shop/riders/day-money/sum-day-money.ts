import { type DoorMethod, doorStanding, maySettle, upiLink } from '#shop/orders/door/door-money.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { DayMoney, MoneyLine, PaidPart } from './day-money.ts'

/** The money of these orders, which are handed over on one day. */
export function sumDayMoney(
  { upiId, name: shopName }: Pick<ShopDetails, 'upiId' | 'name'>,
  orders: readonly Order[],
): DayMoney {
  const lines = orders.flatMap((order): MoneyLine[] => {
    const { state, payments, ...sums } = doorStanding(order)
    if (!state) return []
    const { number: orderNumber, fulfilment } = order
    const amountPaise = Math.max(0, sums.openPaise)
    return [
      {
        ...sums,
        orderId: order.id,
        number: orderNumber,
        state,
        maySettle: maySettle(state, fulfilment),
        payments: payments.map(toPart),
        upiLink: upiLink({ upiId, shopName, orderNumber, amountPaise }),
      },
    ]
  })
  const paidBy = (by: DoorMethod) =>
    lines
      .flatMap(({ payments }) => payments)
      .reduce((sum, { method, paise }) => sum + (method === by ? paise : 0), 0)
  return {
    lines,
    cashPaise: paidBy('cash'),
    upiPaise: paidBy('upi'),
    openPaise: lines.reduce((sum, line) => sum + Math.max(0, line.openPaise), 0),
  }
}

function toPart({ cause, paise, method, reference, reason }: OrderPayment): PaidPart {
  const how = paise !== 0 && method !== 'provider' ? method : null
  return { part: cause === 'door' ? 'door' : 'rest', paise, method: how, reference, reason }
}

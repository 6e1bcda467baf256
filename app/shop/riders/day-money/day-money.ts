import {
  type DoorMethod,
  type DoorMoneyState,
  doorStanding,
  maySettle,
  upiLink,
} from '#shop/orders/money/door-money.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import type { Paise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'

/** A payment at a door, or afterwards; below 0 if it was refunded. */
export interface PaidPart {
  id: string
  paise: Paise
  /** Null if nothing was taken. */
  method: DoorMethod | null
  reference: string | null
  /** Why it was short; '' if it was not. */
  reason: string
}

/** An order for which money is, or was, due when it is handed over. */
export interface MoneyLine {
  orderId: string
  number: number
  state: DoorMoneyState
  /** Staff can record that what is due was paid or refunded. */
  maySettle: boolean
  askedPaise: Paise
  takenPaise: Paise
  waivedPaise: Paise
  /** Due and not taken; below 0 if too much was taken. */
  duePaise: Paise
  payments: PaidPart[]
  /** A UPI app opens it to pay what is due. */
  upiLink: string
}

/** The money of a day's orders. */
export interface DayMoney {
  lines: MoneyLine[]
  /** Less what was given back of it. */
  cashTakenPaise: Paise
  upiTakenPaise: Paise
  duePaise: Paise
}

/** The money of orders that are handed over on one day. */
export function sumDayMoney(
  { upiId, name: shopName }: Pick<ShopDetails, 'upiId' | 'name'>,
  orders: readonly Order[],
): DayMoney {
  const lines = orders.flatMap((order): MoneyLine[] => {
    const { state, payments, ...sums } = doorStanding(order)
    if (!state) return []
    const { number: orderNumber, fulfilment } = order
    const amountPaise = Math.max(0, sums.duePaise)
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
  const takenBy = (by: DoorMethod) =>
    lines
      .flatMap(({ payments }) => payments)
      .reduce((sum, { method, paise }) => sum + (method === by ? paise : 0), 0)
  return {
    lines,
    cashTakenPaise: takenBy('cash'),
    upiTakenPaise: takenBy('upi'),
    duePaise: lines.reduce((sum, line) => sum + Math.max(0, line.duePaise), 0),
  }
}

function toPart({ id, paise, method, reference, reason }: OrderPayment): PaidPart {
  const how = paise !== 0 && method !== 'provider' ? method : null
  return { id, paise, method: how, reference, reason }
}

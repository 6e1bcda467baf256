import type { Database } from '#platform/database/database.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { WholeOrder } from '../riders.store.server.ts'
import type { DayMoney, MoneyLine, PaidPart } from './day-money.ts'
import type { DoorPayment } from './door-money.store.server.ts'
import { type DoorMethod, maySettle, upiLink } from './door-money.ts'
import { findDoorStandings, openPaise } from './door-standing.server.ts'

/** The money of these orders, which are handed over on one day. */
export async function loadDayMoney(
  { db, shop }: { db: Database; shop: Pick<ShopDetails, 'upiId' | 'name'> },
  orders: readonly WholeOrder[],
): Promise<DayMoney> {
  const standings = await findDoorStandings(
    db,
    orders.map(({ order }) => order),
  )
  const lines = standings.flatMap(({ state, payments, ...sums }, index): MoneyLine[] => {
    const row = orders[index]?.row
    if (!state || !row) return []
    const { duePaise, takenPaise, waivedPaise } = sums
    const open = openPaise(sums)
    return [
      {
        orderId: row.id,
        number: row.number,
        state,
        duePaise,
        takenPaise,
        waivedPaise,
        maySettle: maySettle(state, row.fulfilment),
        openPaise: open,
        payments: payments.map(toPart),
        upiLink: upiLink({
          upiId: shop.upiId,
          shopName: shop.name,
          orderNumber: row.number,
          amountPaise: Math.max(0, open),
        }),
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

function toPart({ part, takenPaise, method, reference, reason }: DoorPayment): PaidPart {
  return { part, paise: takenPaise, method, reference, reason }
}

import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'

export interface Charge {
  paise: number
  cause: string
  paper_id: string | null
  created_at: string
}

export interface Payment {
  id: string
  paise: number
  method: 'provider' | 'cash' | 'upi'
  cause: string
  status: string
  provider: string | null
  provider_id: string | null
  payment_id: string | null
  /** What a payment online buys. */
  buys: { kind: string } | null
  /** Of money by UPI; `claimed` is what its customer says. */
  reference: string | null
  claimed: string | null
  created_at: string
}

/** The rows of an order, as the database has them: nothing of the shop's own sums is in here. */
export interface Rows {
  id: string
  number: number
  state: string
  fulfilment: string
  arrived_at: string | null
  /** Of its delivery or pickup, 'YYYY-MM-DD'. */
  day: string
  items: {
    id: string
    customize: boolean
    status: string
    unit_paise: number
    amount: number
    coupon_paise: number
  }[]
  charges: Charge[]
  payments: Payment[]
  papers: { id: string; kind: string; serial: string; total_paise: number }[]
  quotes: { id: string; item_id: string; status: string; price_paise: number }[]
  disputes: { amount_paise: number; status: string; is_refundable: boolean }[]
}

export async function rowsOf(db: Database, orderId: string): Promise<Rows> {
  const { rows } = await db.execute(sql`
    with items as (select * from order_items where order_id = ${orderId}),
      payments as (select * from order_payments where order_id = ${orderId})
    select o.id, o.number, o.state, o.fulfilment, o.arrived_at,
      to_char(coalesce(o.slot_starts_at, o.delivery_at) at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day,
      (select coalesce(json_agg(i order by position), '[]') from items i) as items,
      (select coalesce(json_agg(c order by serial), '[]') from order_charges c where order_id = o.id) as charges,
      (select coalesce(json_agg(p order by serial), '[]') from payments p) as payments,
      (select coalesce(json_agg(p), '[]') from (select id, kind, serial, total_paise from order_papers where order_id = o.id) p) as papers,
      (select coalesce(json_agg(q order by quoted_at), '[]') from quotes q where item_id in (select id from items)) as quotes,
      (select coalesce(json_agg(d), '[]') from disputes d where payment_id in (select id from payments)) as disputes
    from orders o where o.id = ${orderId}`)
  if (!rows[0]) throw new Error(`no order ${orderId}`)
  return rows[0] as unknown as Rows
}

export const sumOf = (rows: readonly { paise: number }[]) =>
  rows.reduce((sum, { paise }) => sum + paise, 0)

/** How an order's money stands, in paise: of an order, one sum. */
export function standingOf({ charges, payments }: Pick<Rows, 'charges' | 'payments'>) {
  const of = (is: (payment: Payment) => boolean) => sumOf(payments.filter(is))
  const isLoss = ({ cause }: Payment) => cause === 'dispute'
  const isBack = (row: Payment) => row.paise < 0 && !isLoss(row)
  const came = (method: string) =>
    of(
      (row) => row.method === method && row.paise > 0 && row.status === 'succeeded' && !isLoss(row),
    )
  const went = (method: string) => -of((row) => row.method === method && isBack(row))
  const [online, cash, upi] = [came('provider'), came('cash'), came('upi')]
  const [refunded, cashBack, upiBack] = [went('provider'), went('cash'), went('upi')]
  const lost = -of((row) => isLoss(row) && row.method === 'provider')
  const failed = -of((row) => isBack(row) && row.status === 'failed')
  // Without what was too much, and was given back at once.
  const refundedInCash = -of(
    (row) => row.method !== 'provider' && row.paise < 0 && row.payment_id !== null,
  )
  const [taken, givenBack, charged] = [cash + upi, cashBack + upiBack, sumOf(charges)]
  // What a bank took back is a loss: it is not asked for again.
  const due = charged - (online - refunded + taken - givenBack)
  const started = payments.filter(({ status }) => status === 'started')
  // A later change that waits has those that waited in it.
  const lastChange = payments.findLast(({ buys }) => buys?.kind === 'change')
  const isAwaited = (row: (typeof started)[number]) =>
    row.buys?.kind !== 'change' || row === lastChange
  const awaited = started.filter(isAwaited).map(({ paise }) => paise)
  const everAwaited = started.map(({ paise }) => paise)
  // A late delivery costs what the shop has promised: no colleague gives that away.
  const agreed = sumOf(charges.filter(({ cause }) => cause !== 'late'))
  return {
    charged,
    agreed,
    online,
    refunded,
    failed,
    lost,
    cash,
    upi,
    cashBack,
    upiBack,
    taken,
    givenBack,
    refundedInCash,
    due,
    awaited,
    everAwaited,
  }
}

export type Standing = ReturnType<typeof standingOf>

import { sql } from 'drizzle-orm'
import { builtSql } from '#platform/database/built-statements.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/new-id.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import type { ProviderPayment } from '#shop/payments/payment-provider.ts'
import type { PaymentRow } from '#shop/payments/payments.store.server.ts'
import { paymentEvents, payments } from '#shop/payments/payments.tables.server.ts'

/** An order with its payment, both held until the transaction ends. */
export interface HeldOrder {
  order: Pick<OrderRow, 'id' | 'number' | 'state'>
  /** As it was before. */
  payment: Pick<PaymentRow, 'id' | 'provider' | 'amountPaise' | 'currency' | 'status'>
}

// Both are locked, the order first: of a row that is only read, one who waited would see what was before.
const hold = builtSql<'provider' | 'reference' | 'status' | 'paymentId' | 'now'>(
  (value) => sql`
    with held as (
      select o.id as order_id, o.number, o.state, p.id, p.amount_paise, p.currency, p.status, p.provider_payment_id,
        case when p.status = 'succeeded' or ${value('status')} = 'open' then p.status else ${value('status')} end as becomes
      from ${orders} o join ${payments} p on p.order_id = o.id
      where o.id = ${value('reference')}::uuid and p.provider = ${value('provider')}
        and coalesce(p.provider_payment_id, ${value('paymentId')}) = ${value('paymentId')}
      for update
    ), noted as (
      update ${payments} set status = becomes, provider_payment_id = ${value('paymentId')},
        updated_at = ${value('now')}::timestamptz
      from held
      where payments.id = held.id and (held.status <> becomes or held.provider_payment_id is null)
    )
    select * from held`,
)

/**
 * Holds the order that a payment is of, and writes down where the payment stands: what has succeeded stays so.
 *
 * @param reported of an order here, by its reference: a UUID
 * @returns null when no order here waits for just this payment
 */
export async function holdReported(
  tx: Database,
  provider: string,
  reported: ProviderPayment,
  now: Date,
): Promise<HeldOrder | null> {
  const { rows } = await tx.execute(
    hold({ ...reported, provider, paymentId: reported.id, now: now.toISOString() }),
  )
  const [held] = rows as unknown as HeldRow[]
  if (!held) return null
  const { order_id, number, state, id, amount_paise: amountPaise, currency, status } = held
  return {
    order: { id: order_id, number, state },
    payment: { id, provider, amountPaise, currency, status },
  }
}

interface HeldRow extends Pick<OrderRow, 'number' | 'state'>, Pick<PaymentRow, 'id' | 'status'> {
  order_id: string
  amount_paise: number
  currency: string
}

const keep = builtSql<'id' | 'provider' | 'reference' | 'status' | 'paymentId' | 'eventId' | 'now'>(
  (value) => sql`
    with settled as (
      select o.number, o.state, p.id from ${orders} o join ${payments} p on p.order_id = o.id
      where o.id = ${value('reference')}::uuid and p.provider = ${value('provider')}
        and p.provider_payment_id = ${value('paymentId')}
        and (p.status = 'succeeded' or ${value('status')} in (p.status, 'open'))
    ), kept as (
      insert into ${paymentEvents} (id, payment_id, provider, provider_event_id, type, received_at)
      select ${value('id')}::uuid, id, ${value('provider')}, ${value('eventId')}, ${value('status')},
        ${value('now')}::timestamptz
      from settled
      on conflict do nothing
    )
    select number, state from settled`,
)

/**
 * Keeps an event under its company's id, once, where its payment stands as it is reported. Most come when it does, after the
 * browser's return: then there is nothing to hold, as what is settled stays so.
 *
 * @param reported of an order here, by its reference: a UUID
 * @returns null, with nothing kept, where there is something to settle first, or no such payment
 */
export async function keepEvent(
  db: Database,
  reported: ProviderPayment,
  event: { provider: string; eventId: string; now: Date },
): Promise<Pick<OrderRow, 'number' | 'state'> | null> {
  const { reference, status, id: paymentId } = reported
  const now = event.now.toISOString()
  const { rows } = await db.execute(
    keep({ ...event, reference, status, paymentId, now, id: newId() }),
  )
  const [settled] = rows as Pick<OrderRow, 'number' | 'state'>[]
  return settled ?? null
}

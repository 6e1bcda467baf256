import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { contactOf } from '#shop/accounts/accounts.store.server.ts'
import type { Coupon } from '#shop/cart/coupon.ts'
import { formatDay, kolkataDay } from '#shop/values/kolkata-time.ts'
import { couponCodeSchema } from './coupon.schema.ts'
import { type CouponRow, type CouponUses, findCoupon, usesOf } from './coupons.store.server.ts'

const checkCouponEndpoint = endpoint({
  method: 'GET',
  path: '/coupons/check',
  tag: 'Checkout',
  summary: 'What a coupon takes off',
  description:
    'What it takes off, and of what; the checkout decides again. 409 says why the caller cannot use it now. Who is not logged in, or works here, learns only then whether it is for the customer.',
  access: 'anyone',
  query: z.object({ code: couponCodeSchema }),
  response: z.object({
    code: z.string(),
    percent: z.number().nullable().describe('Null if it takes off `paise`'),
    paise: z.number().nullable(),
    fromPaise: z.number().describe('What the cakes that it is for must come to'),
    categories: z.array(z.string()).describe('Of these cakes; empty: all that have a price'),
  }),
  problems: [409],
})

export type CheckCoupon = typeof checkCouponEndpoint

export function serveCoupons(api: Api, { db, clock, limiter }: AppContext) {
  api.serve(checkCouponEndpoint, async ({ query: { code } }, { caller, address }) => {
    await limiter.attempt('coupon', address)
    const by = caller?.role === 'customer' ? caller : null
    const use = { code, by, now: clock.now(), isAsked: true }
    const found = await usable(db, await findCoupon(db, code), use)
    const { percent, paise, fromPaise, categories } = found
    return { code, percent, paise, fromPaise, categories }
  })
}

interface Use {
  code: string
  by: Caller | null
  now: Date
  /** Before the checkout. */
  isAsked: boolean
}

/**
 * The coupon of an order that is stored in this transaction: that order is the use.
 *
 * @throws AppError conflict if its customer cannot use it now
 */
export async function takeCoupon(tx: Database, use: Omit<Use, 'isAsked'>): Promise<Coupon> {
  const coupon = await findCoupon(tx, use.code, { isLocked: true })
  return usable(tx, coupon, { ...use, isAsked: false })
}

async function usable(db: Database, coupon: CouponRow | null, { code, by, now, isAsked }: Use) {
  const buyer = by && { id: by.id, ...(await contactOf(db, by.id)) }
  const error = coupon
    ? couponError(coupon, await usesOf(db, coupon, { buyer, isAsked }), now)
    : `There is no coupon ${code}. Please check how it is written.`
  if (!coupon || error) throw fieldError('conflict', 'coupon', error ?? '')
  return coupon
}

/** The last day of a coupon that is over, 'YYYY-MM-DD'; null if it is not. */
export function overSince(
  { endsOn, endedAt }: Pick<CouponRow, 'endsOn' | 'endedAt'>,
  now: Date,
): string | null {
  if (endedAt) return kolkataDay(endedAt)
  return endsOn && endsOn < kolkataDay(now) ? endsOn : null
}

/** Why a customer cannot use a coupon now, as a sentence; null if they can. */
export function couponError(coupon: CouponRow, uses: CouponUses, now: Date): string | null {
  const { code, startsOn, maxUses, maxEach, isForFirstOrder } = coupon
  const over = overSince(coupon, now)
  if (over) return `Coupon ${code} is over since ${formatDay(over)}.`
  if (startsOn && startsOn > kolkataDay(now))
    return `Coupon ${code} begins on ${formatDay(startsOn)}.`
  if (isForFirstOrder && uses.hasOrdered) return `Coupon ${code} is for your first order.`
  if (maxEach && uses.own >= maxEach) return `You have used coupon ${code} already.`
  return maxUses && uses.all >= maxUses ? `Coupon ${code} is used up.` : null
}

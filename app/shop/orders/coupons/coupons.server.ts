import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { contactOf } from '#shop/accounts/accounts.store.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { toCategory } from '#shop/cakes/cake-price.ts'
import type { Coupon } from '#shop/cart/coupon.ts'
import { formatDay, kolkataDay } from '#shop/values/kolkata-time.ts'
import { couponCodeSchema, couponSchema, type TypedCoupon } from './coupon.schema.ts'
import {
  type CouponRow,
  type CouponUses,
  endCoupon,
  findCoupon,
  insertCoupon,
  usesOf,
} from './coupons.store.server.ts'

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

const addCouponEndpoint = endpoint({
  method: 'POST',
  path: '/coupons',
  tag: 'Storefront',
  summary: 'Add a coupon',
  description:
    'It is not changed afterwards: end it, and add another. 409 for a code that was used.',
  access: 'edit-words',
  body: couponSchema,
  response: messageSchema,
  problems: [409],
})

const endCouponEndpoint = endpoint({
  method: 'POST',
  path: '/coupons/end',
  tag: 'Storefront',
  summary: 'End a coupon',
  description: 'Orders that have it keep it. Repeating it changes nothing.',
  access: 'edit-words',
  body: z.object({ code: couponCodeSchema }),
  response: messageSchema,
})

export type AddCoupon = typeof addCouponEndpoint
export type EndCoupon = typeof endCouponEndpoint

export function serveOwnCoupons(api: Api, shop: AppContext) {
  api.serve(addCouponEndpoint, async ({ body }, { caller }) => {
    await addCoupon(shop, caller, body)
    return { message: `Customers can use ${body.code}.` }
  })

  api.serve(endCouponEndpoint, async ({ body: { code } }, { caller: by }) => {
    const at = shop.clock.now()
    await shop.db.transaction(async (tx) => {
      if (!(await endCoupon(tx, code, at))) return
      await recordAudit(tx, { at, by, action: 'end-coupon', subject: 'words', after: { code } })
    })
    return { message: `${code} has ended.` }
  })
}

/** @throws AppError conflict for a code that there is; invalid for a category without cakes */
async function addCoupon(
  { db, clock, publishedCakes }: AppContext,
  by: Caller,
  typed: TypedCoupon,
) {
  const at = clock.now()
  const coupon = couponOf(typed, at)
  const sold = publishedCakes
    .current()
    .ordered['a-z'].map(({ cake }) => cake.category.toLowerCase())
  const unknown = coupon.categories.find((category) => !sold.includes(category.toLowerCase()))
  if (unknown) throw fieldError('invalid', 'categories', `There are no cakes of ${unknown}.`)
  await db.transaction(async (tx) => {
    if (!(await insertCoupon(tx, coupon)))
      throw fieldError(
        'conflict',
        'code',
        `There is a coupon ${coupon.code} already, maybe an ended one.`,
      )
    await recordAudit(tx, { at, by, action: 'add-coupon', subject: 'words', after: typed })
  })
}

function couponOf({ off, from, categories, ...typed }: TypedCoupon, createdAt: Date): CouponRow {
  const number = Number.parseInt(off, 10)
  const isPercent = off.endsWith('%')
  return {
    code: typed.code,
    percent: isPercent ? number : null,
    paise: isPercent ? null : number * 100,
    fromPaise: Number(from) * 100,
    categories: categories
      .split(',')
      .map((one) => toCategory(one.trim()))
      .filter(Boolean),
    isForFirstOrder: typed.isForFirstOrder === 'yes',
    maxUses: Number(typed.maxUses) || null,
    maxEach: Number(typed.maxEach) || null,
    startsOn: typed.startsOn || null,
    endsOn: typed.endsOn || null,
    createdAt,
    endedAt: null,
  }
}

import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { toCategory } from '#shop/cakes/cake-price.ts'
import { couponCodeSchema, couponSchema, type TypedCoupon } from './coupon.schema.ts'
import { type CouponRow, endCoupon, insertCoupon } from './coupons.store.server.ts'

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

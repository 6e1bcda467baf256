import { eq, sql } from 'drizzle-orm'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { cakes } from '#shop/cakes/cakes.tables.server.ts'
import { cakeChanged } from '#shop/cakes/published-cakes.server.ts'
import { trackingUrl } from '#shop/orders/links/tracking-link.server.ts'
import { raiseLinkVersion } from '#shop/orders/links/tracking-links.store.server.ts'
import type { Audience } from '#shop/orders/order.ts'
import { itemsOf } from '#shop/orders/orders.store.server.ts'
import { orderItems, orderPhotos, orders } from '#shop/orders/orders.tables.server.ts'
import { riderRuns } from '#shop/riders/riders.tables.server.ts'
import { buy, truffleLine } from '../support/checkout-steps.ts'
import { plainPicture } from '../support/hostile-pictures.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

export const sender = { email: 'asha@example.in', mobile: '9000000001' }
export const recipient = { email: 'meena@example.in', mobile: '9812345678' }

/** A column of the table: what tells it in whatever is shown. */
export type Secrets = Record<string, RegExp>

/** An order for somebody else that is ready to leave, in a run, with its photo; and everybody who might look. */
export async function openGift({ surprise = true } = {}) {
  const shop = await openTestShop()
  await shop.addCake({ name: 'Gulkand Castle', flavours: ['Rosewater', 'Cocoa'], price: 7777 })
  const owner = await shop.admin()
  const asha = await shop.customer(sender.email)
  await shop.context.db
    .update(users)
    .set({ mobileno: sender.mobile })
    .where(eq(users.email, sender.email))
  const { orderId, number, code } = await buyGift(shop, asha.token, surprise)
  await renameCake(shop)
  const others = await othersIn(shop)
  const run = await readyInRun(shop, orderId, owner.token)
  await takePhoto(shop, orderId, owner.token)
  const links = await linksOf(shop, { orderId, other: others.orderId, owner: owner.token })
  const [item] = await itemsOf(shop.context.db, orderId)
  const as = async (role: 'kitchen' | 'counter' | 'manager' | 'accountant') =>
    bearer((await shop.staff(role)).token)
  return {
    shop,
    orderId,
    number,
    code,
    itemId: item?.id ?? '',
    owner,
    asha,
    other: others.orderId,
    run,
    /** What the requests of each carry: a session, or the token of a link. */
    readers: {
      nobody: {},
      'another customer': { headers: bearer(others.customer) },
      'a guest': { headers: bearer(others.guest) },
      'the sender': { headers: bearer(asha.token) },
      'the sender’s link': { token: links.sender },
      'the recipient’s link': { token: links.recipient },
      'an older link': { token: links.older },
      'another order’s link': { token: links.other },
      'another recipient’s link': { token: links.otherRecipient },
      'the rider': { token: run },
      'another rider': { token: links.otherRun },
      'a rider whose time is over': { token: links.endedRun },
      'a rider whose link was revoked': { token: links.revokedRun },
      kitchen: { headers: await as('kitchen') },
      counter: { headers: await as('counter') },
      manager: { headers: await as('manager') },
      accountant: { headers: await as('accountant') },
      owner: { headers: bearer(owner.token) },
    } satisfies Record<string, Reader>,
    secrets: {
      price: alone('7,?777(00)?|7,?827(00)?'),
      message: /Many kisses/,
      'sender’s phone': alone(sender.mobile),
      'recipient’s phone': alone(recipient.mobile),
      address: /Tulip/,
      cake: /Gulkand|Rosewater/,
      photo: /T04:31:17.123Z|^image\/webp$/,
      'rider’s note': /brass bell/,
      code: alone(code),
    } satisfies Secrets,
  }
}

export interface Reader {
  headers?: Record<string, string>
  token?: string
}
export type Gift = Awaited<ReturnType<typeof openGift>>

/** A number that is no part of another, or of an id. */
const alone = (number: string) => new RegExp(`(?<![-\\w])(${number})(?![-\\w])`)

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A code that may also be a number of an order, a year, a width, a price, an HSN code, or part of the shop's own phone number tells nothing. */
const usual = /^[0-2479]/

async function buyGift(shop: TestShop, token: string, surprise: boolean) {
  for (;;) {
    const { orderId, number } = await buy(shop, token, {
      order: [{ ...truffleLine, price: 7777 }],
      amount: 7827,
      address: '9 Tulip Row,560001,Bengaluru',
      checkoutId: crypto.randomUUID(),
      recipient: { name: 'Meena', ...recipient, surprise },
      riderNote: 'The brass bell',
      giftMessage: 'Many kisses',
      giftFrom: 'All of us',
    })
    const code = shop.context.deliveryCodeOf({ id: orderId })
    if (!usual.test(code)) return { orderId, number, code }
    await makeAnother(shop, orderId)
  }
}

/** An order that is not the gift: it says nothing of it, and sells another cake. */
async function makeAnother({ context: { db } }: TestShop, orderId: string) {
  const silent = { giftMessage: '', riderNote: '' }
  await db.update(orders).set(silent).where(eq(orders.id, orderId))
  await db.update(orderItems).set({ name: 'Other' }).where(eq(orderItems.orderId, orderId))
}

/** What the catalogue shows to everybody is not what the order was of. */
async function renameCake(shop: TestShop) {
  const { db, publishedCakes } = shop.context
  await db.update(cakes).set({ name: 'Truffle Cake', flavours: ['Cocoa'], pricePaise: 85_000 })
  await publishedCakes.reload([cakeChanged({ id: 'truffle' })])
}

/** A customer and a guest with orders of their own. */
async function othersIn(shop: TestShop) {
  const more = () => ({ checkoutId: crypto.randomUUID() })
  const customer = (await shop.customer('ravi@example.in')).token
  const person = { name: 'Manu', email: 'manu@example.in', mobileno: '9876543210' }
  const guest = (await shop.context.accounts.startGuest(person)).token
  await buy(shop, guest, more())
  const { orderId } = await buy(shop, customer, more())
  const forMeera = { recipientName: 'Meera', riderNote: '' }
  await shop.context.db.update(orders).set(forMeera).where(eq(orders.id, orderId))
  return { customer, guest, orderId }
}

/** @returns the token of the run */
async function readyInRun(shop: TestShop, orderId: string, owner: string): Promise<string> {
  await shop.context.db.update(orders).set({ fulfilment: 'ready' }).where(eq(orders.id, orderId))
  const run = { riderName: 'Ravi', riderMobile: '9876500000', orders: [orderId] }
  const { body } = await shop.post<{ id: string; link: string }>('/runs/make', run, owner)
  return body.link.split('/run/')[1] ?? ''
}

/** At an instant at which nothing else happens: it tells of the photo. */
const takenAt = new Date('2026-11-20T04:31:17.123Z')

async function takePhoto(shop: TestShop, orderId: string, owner: string) {
  const form = new FormData()
  const bytes = new Uint8Array(await plainPicture('#8b1e3f').png().toBuffer())
  form.set('image', new File([bytes], 'cake.png'))
  const { status } = await shop.api.request(`/orders/photo?order=${orderId}`, {
    method: 'POST',
    body: form,
    headers: bearer(owner),
  })
  if (status !== 200) throw new Error(`no photo: ${status}`)
  const { db } = shop.context
  await db.update(orderPhotos).set({ takenAt }).where(eq(orderPhotos.orderId, orderId))
}

/** Links to the gift, and those that lead elsewhere or nowhere. */
async function linksOf(
  shop: TestShop,
  { orderId, other, owner }: Record<'orderId' | 'other' | 'owner', string>,
) {
  const { db, clock } = shop.context
  const linkTo = async (order: string, audience: Audience) =>
    (await trackingUrl(shop.context, order, audience)).split('/track/')[1] ?? ''
  const older = await linkTo(orderId, 'sender')
  await raiseLinkVersion(db, orderId, 'sender')
  const endedRun = await readyInRun(shop, other, owner)
  const id = shop.context.runTokens.read(endedRun) ?? ''
  const ended = { createdAt: new Date(0), linkEndsAt: clock.now() }
  await db.update(riderRuns).set(ended).where(eq(riderRuns.id, id))
  const revokedRun = await readyInRun(shop, other, owner)
  await shop.post('/runs/revoke', { run: shop.context.runTokens.read(revokedRun) }, owner)
  return {
    older,
    endedRun,
    revokedRun,
    otherRun: await readyInRun(shop, other, owner),
    sender: await linkTo(orderId, 'sender'),
    recipient: await linkTo(orderId, 'recipient'),
    other: await linkTo(other, 'sender'),
    otherRecipient: await linkTo(other, 'recipient'),
  }
}

/** What is stored of the gift, in every table. */
export async function storedOf({ shop, orderId }: Gift) {
  const { db } = shop.context
  const { rows: tables } = await db.execute(
    sql`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'order_id' order by 1`,
  )
  const stored: unknown[] = [await db.select().from(orders).where(eq(orders.id, orderId))]
  for (const { name } of tables) {
    const table = sql.identifier(String(name))
    const found = await db.execute(
      sql`select to_jsonb(t) as row from ${table} t where order_id = ${orderId} order by 1`,
    )
    stored.push({ [String(name)]: found.rows })
  }
  return stored
}

import { eq } from 'drizzle-orm'
import type { Log } from '#platform/log.server.ts'
import { sessions } from '#shop/accounts/accounts.tables.server.ts'
import { keyOfToken, signSessionToken } from '#shop/accounts/session-cookies.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { itemsOf } from '#shop/orders/orders.store.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { quotesOfOrder } from '#shop/quotes/quotes.store.server.ts'
import { begin, buy, customLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

export const password = 'asha-password'

const picture = {
  id: 'plum',
  width: 960,
  height: 720,
  colour: '#aabbcc',
  placeholder: 'data:image/webp;base64,UklGRg==',
}

/** A shop with cakes, three customers, an administrator, orders, and everybody who might call. */
export async function openWorld(options?: { log: Log }) {
  const shop = await openTestShop(options)
  await shop.context.db.insert(pictures).values(picture)
  await shop.addCake()
  await shop.addCake({
    id: 'plum-cake',
    name: 'Plum Cake',
    pictures: [{ id: picture.id, alt: '' }],
  })
  const asha = await shop.customer()
  const ravi = await shop.customer('ravi@example.in')
  const forgetful = await shop.customer('forgetful@example.in')
  const admin = await shop.admin()
  const { orderId } = await buy(shop, asha.token)
  const quote = await quoteFor(shop, { customer: asha, admin })
  const { body: waiting } = await begin(shop, asha.token, { checkoutId: crypto.randomUUID() })
  const key = keyOfToken(asha.token, shop.secret) ?? ''
  const deadLetterId = await deadMailOf(shop, asha)

  return {
    shop,
    asha,
    ravi,
    forgetful,
    admin,
    /** Asha's placed order. */
    orderId,
    /** A mail to Asha that could not be sent, though its file is there. */
    deadLetterId,
    /** A price that waits for Asha's answer, and the word in its link. */
    quote,
    /** Asha's order that waits for its card. */
    waiting: { ...waiting, intentId: waiting.client_secret?.split('_secret_')[0] ?? '' },
    resetToken: await resetTokenOf(shop, forgetful),
    unsubscribeToken: await unsubscribeTokenOf(shop, ravi),
    /** What a request carries to say who sends it. */
    callers: {
      nobody: {},
      asha: bearer(asha.token),
      'asha by cookie': { cookie: `theme=dark; token=${asha.token}` },
      ravi: bearer(ravi.token),
      'ravi, who says he is the admin': {
        cookie: `token=${ravi.token}; isAdmin=true; user=${admin.email}`,
      },
      admin: bearer(admin.token),
      'an expired session': bearer(await sessionThat(shop, asha, 'expires')),
      'a session that was ended': bearer(await sessionThat(shop, asha, 'ends')),
      'a forged bearer': bearer(signSessionToken(key, 'x'.repeat(40))),
      'a forged cookie': { cookie: `token=${key}; isAdmin=true; user=${admin.email}` },
      'a bearer that is no token': bearer('let-me-in'),
    },
  }
}

/** The price of a customised cake, which waits for its customer's answer. */
async function quoteFor(
  shop: TestShop,
  { customer, admin }: { customer: { token: string }; admin: { token: string } },
) {
  const { orderId } = await buy(shop, customer.token, {
    ...{ order: [customLine], amount: 0, checkoutId: crypto.randomUUID() },
  })
  const [item] = await itemsOf(shop.context.db, orderId)
  const decision = { order: orderId, suborder: item?.id, data: 1, msg: 1450 }
  await shop.post('/orders/confirmOrder', decision, admin.token)
  // Its mail goes out before others are looked at for what is in their links.
  await shop.runJobs()
  const [quote] = await quotesOfOrder(shop.context.db, orderId)
  const id = quote?.id ?? ''
  return { id, token: shop.context.quoteTokens.sign(id) }
}

export type World = Awaited<ReturnType<typeof openWorld>>
export type Who = keyof World['callers']

/** Those whom the API must take for nobody. */
export const strangers: Who[] = [
  'nobody',
  'an expired session',
  'a session that was ended',
  'a forged bearer',
  'a forged cookie',
  'a bearer that is no token',
]

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

async function sessionThat(shop: TestShop, who: { email: string }, fate: 'expires' | 'ends') {
  const { accounts, db, clock } = shop.context
  const { token } = await accounts.signIn(who.email, password)
  const isIt = eq(sessions.token, keyOfToken(token, shop.secret) ?? '')
  if (fate === 'ends') await accounts.signOut(new Headers(bearer(token)))
  else await db.update(sessions).set({ expiresAt: clock.now() }).where(isIt)
  return token
}

async function deadMailOf(
  { context: { db, clock, outbox } }: TestShop,
  { email }: { email: string },
) {
  const id = 'order-placed-lost'
  const fault = '550 No such mailbox'
  const status = 'dead'
  await db.insert(mails).values({
    ...{ id, kind: 'order-placed', data: {}, status, fault, createdAt: clock.now() },
    ...{ recipient: email, subject: 'Your order' },
  })
  await outbox?.put(`${id}.eml`, Buffer.from('Content-Type: text/html\r\n\r\n<p>Thank you</p>'))
  return id
}

async function resetTokenOf(shop: TestShop, { email }: { email: string }) {
  await shop.post('/users/forgot-password', { email })
  return tokenInLastMail(shop)
}

async function unsubscribeTokenOf(shop: TestShop, { email }: { email: string }) {
  await shop.post('/subscribe', { email, consent: true })
  return tokenInLastMail(shop)
}

async function tokenInLastMail(shop: TestShop) {
  shop.mails.clear()
  await shop.runJobs()
  const texts = [...shop.mails.values()].map(
    ({ html }) => /(?:#|token=)([\w-]{20,})/.exec(html)?.[1],
  )
  return texts.find((token) => token !== undefined) ?? ''
}

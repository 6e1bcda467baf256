import { eq } from 'drizzle-orm'
import { dayMs } from '#platform/clock.ts'
import type { Log } from '#platform/log.server.ts'
import { insertLink } from '#shop/accounts/accounts.store.server.ts'
import { sessions } from '#shop/accounts/accounts.tables.server.ts'
import { keyOfToken, signSessionToken } from '#shop/accounts/sessions.server.ts'
import { invitationMs } from '#shop/admin/staff/invite-staff.server.ts'
import { findAccount, putInvitation } from '#shop/admin/users.store.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { trackingUrl } from '#shop/orders/links/tracking-link.server.ts'
import { raiseLinkVersion } from '#shop/orders/links/tracking-links.store.server.ts'
import { addPayment, openPayment } from '#shop/orders/money/ledger.store.server.ts'
import { findOrder, itemsOf } from '#shop/orders/orders.store.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { quotesOfOrder } from '#shop/orders/quotes/quotes.store.server.ts'
import { saveReview } from '#shop/orders/reviews/reviews.store.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { insertMessage } from '#shop/storefront/storefront.store.server.ts'
import { begin, beginUpi, buy, customLine } from '../support/checkout-steps.ts'
import { doorPayment } from '../support/ledger.ts'
import { putItems } from '../support/put-items.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'
import { openSecondFactors } from './second-factor-world.ts'

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
  for (const { email } of [asha, ravi]) await shop.verify(email)
  const forgetful = await shop.customer('forgetful@example.in')
  const manu = await shop.customer('manu@example.in')
  const admin = await shop.admin()
  const { orderId } = await buy(shop, asha.token)
  const guest = await guestOf(shop, asha.email)
  const quote = await quoteFor(shop, { customer: asha, admin })
  const { body: waiting } = await begin(shop, asha.token, { checkoutId: crypto.randomUUID() })
  const key = keyOfToken(asha.token, shop.secret) ?? ''
  const deadLetterId = await addDeadLetter(shop, asha)
  const staff = await staffOf(shop, { admin, ravi })
  const factors = await openSecondFactors(shop)

  return {
    shop,
    factors,
    asha,
    ravi,
    forgetful,
    admin,
    manusSessionId: await newSessionOf(shop, manu),
    ashasAddressId: await newAddressOf(shop, asha),
    /** Asha's placed order. */
    orderId,
    /** Orders in a run, and one that could go into another. */
    run: await runOf(shop, { asha, admin }),
    /** In the mail to a guest who gave Asha's e-mail. */
    keepOrderToken: guest.keepOrderToken,
    /** An order that is followed by its links, and another one. */
    tracked: await trackedOf(shop, asha),
    /** A payment to the shop's own UPI id that waits to be found, and the word in its link. */
    upi: await upiOf(shop, asha),
    /** Who works here, and who is invited to. */
    staff,
    /** A mail to Asha that could not be sent, though its file is there. */
    deadLetterId,
    /** A price that waits for Asha's answer, and the word in its link. */
    quote,
    /** Asha's order that waits for its card. */
    waiting: { ...waiting, intentId: waiting.client_secret?.split('_secret_')[0] ?? '' },
    resetToken: await resetTokenOf(shop, forgetful),
    emailChangeToken: await emailChangeTokenOf(shop, ravi),
    /** Of who wants to know of two pincodes. */
    subscriptionToken: await subscriptionTokenOf(shop, ravi),
    /** What a request carries to say who sends it. */
    callers: {
      nobody: {},
      asha: bearer(asha.token),
      'asha by cookie': { cookie: `theme=dark; token=${asha.token}` },
      ravi: bearer(ravi.token),
      'who manages the account': bearer(manu.token),
      'a guest': bearer(guest.token),
      leaving: bearer((await shop.customer('leaving@example.in')).token),
      'ravi, who says he is the admin': {
        cookie: `token=${ravi.token}; isAdmin=true; user=${admin.email}`,
      },
      admin: bearer(admin.token),
      'an expired session': bearer(await sessionThat(shop, asha, 'expires')),
      'a session that was ended': bearer(await sessionThat(shop, asha, 'ends')),
      'a forged bearer': bearer(signSessionToken(key, 'x'.repeat(40))),
      'a forged cookie': { cookie: `token=${key}; isAdmin=true; user=${admin.email}` },
      'a bearer that is no token': bearer('let-me-in'),
      ...factors.callers,
    },
  }
}

/** Somebody without an account who gives an e-mail and has placed an order. */
async function guestOf(shop: TestShop, email: string) {
  const { accounts, keepOrderTokens } = shop.context
  const person = { name: 'Asha Rao', email, mobileno: '9876543210' }
  const { token } = await accounts.startGuest(person)
  const { orderId } = await buy(shop, token)
  return { token, keepOrderToken: keepOrderTokens.sign(orderId) }
}

async function upiOf(shop: TestShop, { token }: { token: string }) {
  const { orderId } = await buy(shop, token, { checkoutId: crypto.randomUUID() })
  const { id } = await beginUpi(shop.context, orderId)
  return { orderId, paymentId: id, pay: shop.context.payTokens.sign(orderId) }
}

/** The token of the link to a new address of a customer. */
async function emailChangeTokenOf(shop: TestShop, { email }: { email: string }) {
  const { accounts, db } = shop.context
  const id = crypto.randomUUID()
  await insertLink(db, {
    id,
    userId: (await findAccount(db, email))?.id ?? '',
    mailbox: 'new',
    isConfirmed: false,
    newEmail: `new-${email}`,
    expiresAt: new Date('2100-01-01'),
  })
  return accounts.emailTokens.sign(id)
}

/** An order of a customised cake with a price, which is due at the door. */
async function agreedOrder(shop: TestShop, { token }: { token: string }) {
  const { orderId } = await buy(shop, token, {
    order: [customLine],
    amount: 0,
    checkoutId: crypto.randomUUID(),
  })
  await putItems(shop, eq(orderItems.orderId, orderId), 'accepted')
  return orderId
}

/** A delivered order of which ₹50 of ₹1,550 were not paid. */
async function shortOrder(shop: TestShop, asha: { token: string }) {
  const orderId = await agreedOrder(shop, asha)
  await addPayment(shop.context.db, orderId, doorPayment(150_000, shop.context.clock.now()))
  return orderId
}

/** A run with one ready order, a run without a working link, and a ready order that is in none. */
async function runOf(
  shop: TestShop,
  { asha, admin }: { asha: { token: string }; admin: { token: string } },
) {
  const { db, runTokens } = shop.context
  const readyOrder = async () => {
    const { orderId } = await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
    await db.update(orders).set({ fulfilment: 'ready' }).where(eq(orders.id, orderId))
    return orderId
  }
  const rider = { riderName: 'Ravi', riderMobile: '9876500000' }
  const make = async (orderId: string) => {
    const body = { ...rider, orders: [orderId] }
    return (await shop.post<{ id: string }>('/runs/make', body, admin.token)).body.id
  }
  const orderId = await readyOrder()
  const id = await make(orderId)
  const leaving = await readyOrder()
  const revoked = await make(await readyOrder())
  await shop.post('/runs/revoke', { run: revoked }, admin.token)
  return {
    id,
    orderId,
    free: await readyOrder(),
    revoked,
    unpaid: await agreedOrder(shop, asha),
    leaving,
    leavingRun: await make(leaving),
    short: await shortOrder(shop, asha),
    token: runTokens.sign(id),
    revokedToken: runTokens.sign(revoked),
  }
}

/**
 * Two orders for somebody else, with the links of the first, one of them revoked, and the sender's of the other. A change
 * of the first waits for its payment.
 */
async function trackedOf(shop: TestShop, asha: { token: string }) {
  const { db } = shop.context
  const gift = async () => {
    const { orderId } = await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
    await db.update(orders).set({ recipientName: 'Meena' }).where(eq(orders.id, orderId))
    return orderId
  }
  const linkOf = async (orderId: string, audience: 'sender' | 'recipient') =>
    (await trackingUrl(shop.context, orderId, audience)).split('/').at(-1) ?? ''
  const [orderId, other] = [await gift(), await gift()]
  const order = await findOrder(db, orderId)
  if (!order) throw new Error('no order')
  const time = new Date(order.deliveryAt.getTime() + dayMs).toISOString()
  const buys = { kind: 'change', changes: { time } } as const
  const now = shop.context.clock.now()
  await openPayment(db, order, { paise: 9_900, provider: 'sandbox', buys, now })
  const revoked = await linkOf(orderId, 'sender')
  await raiseLinkVersion(db, orderId, 'sender')
  const problem = crypto.randomUUID()
  await insertMessage(db, {
    id: problem,
    username: 'Asha Rao',
    email: 'asha@example.in',
    message: 'The bell is broken',
    createdAt: shop.context.clock.now(),
    orderId,
  })
  const { orderId: arrived } = await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
  const [item] = await itemsOf(db, arrived)
  if (!item) throw new Error('no item')
  const isThere = { fulfilment: 'delivered', arrivedAt: now } as const
  await db.update(orders).set(isThere).where(eq(orders.id, arrived))
  const review = { itemId: item.id, orderId: arrived, cakeId: 'truffle', stars: 5, writtenAt: now }
  await saveReview(db, { ...review, by: 'Asha, Nov 2026', about: '1 kg' })
  return {
    orderId,
    arrived: { item: item.id, was: now.toISOString(), sender: await linkOf(arrived, 'sender') },
    /** A complaint about the first order. */
    problem,
    revoked,
    sender: await linkOf(orderId, 'sender'),
    recipient: await linkOf(orderId, 'recipient'),
    other: {
      orderId: other,
      sender: await linkOf(other, 'sender'),
      pay: shop.context.payTokens.sign(other),
    },
  }
}

/** A further session of a customer. */
async function newSessionOf(shop: TestShop, { email }: { email: string }) {
  const { accounts, db } = shop.context
  const key = keyOfToken((await accounts.signIn(email, password)).token, shop.secret) ?? ''
  const [session] = await db.select().from(sessions).where(eq(sessions.token, key))
  return session?.id ?? ''
}

/** The price of a customised cake, which waits for its customer's answer. */
async function quoteFor(
  shop: TestShop,
  { customer, admin }: { customer: { token: string }; admin: { token: string } },
) {
  const { orderId } = await buy(shop, customer.token, {
    order: [customLine],
    amount: 0,
    checkoutId: crypto.randomUUID(),
  })
  const [item] = await itemsOf(shop.context.db, orderId)
  const decision = { order: orderId, suborder: item?.id, data: 1, msg: 1450 }
  await shop.post('/orders/confirmOrder', decision, admin.token)
  // Its mail goes out before others are looked at for what is in their links.
  await shop.runJobs()
  const [quote] = await quotesOfOrder(shop.context.db, orderId)
  const id = quote?.id ?? ''
  const { quoteTokens, payTokens } = shop.context
  return { id, token: quoteTokens.sign(id), pay: payTokens.sign(id) }
}

/** A kitchen hand, an invitation of somebody new, one that is not wanted any more, and one of Ravi, who has an account. */
async function staffOf(
  shop: TestShop,
  { admin, ravi }: { admin: { email: string }; ravi: { email: string } },
) {
  const { db, clock, invitationTokens } = shop.context
  const cook = await shop.staff('kitchen')
  const owner = await findAccount(db, admin.email)
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + invitationMs)
  const invite = async (email: string) => {
    const id = crypto.randomUUID()
    const invitedBy = owner?.id ?? ''
    await putInvitation(db, { id, email, role: 'counter', invitedBy, createdAt, expiresAt })
    return id
  }
  return {
    ownerId: owner?.id,
    cookId: cook.id,
    cookEmail: cook.email,
    token: invitationTokens.sign(await invite('meena@example.in')),
    /** Nobody accepts this one. */
    openToken: invitationTokens.sign(await invite('open@example.in')),
    raviToken: invitationTokens.sign(await invite(ravi.email)),
    unwanted: await invite('unwanted@example.in'),
  }
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

async function addDeadLetter(
  { context: { db, clock, outbox } }: TestShop,
  { email }: { email: string },
) {
  const id = 'order-placed-lost'
  const lastError = '550 No such mailbox'
  const status = 'dead_letter'
  await db.insert(mails).values({
    id,
    kind: 'order-placed',
    data: {},
    status,
    lastError,
    createdAt: clock.now(),
    recipient: email,
    subject: 'Your order',
  })
  await outbox?.put(`${id}.eml`, Buffer.from('Content-Type: text/html\r\n\r\n<p>Thank you</p>'))
  return id
}

async function resetTokenOf(shop: TestShop, { email }: { email: string }) {
  await shop.post('/users/forgot-password', { email })
  return tokenInLastMail(shop)
}

async function subscriptionTokenOf(shop: TestShop, { email }: { email: string }) {
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

/** A saved address of a customer. */
async function newAddressOf(shop: TestShop, { token }: { token: string }) {
  const mother = { label: 'Mother', address: '7 Lake Road', pincode: '560002', city: 'Bengaluru' }
  return (await shop.post<{ id: string }>('/account/addresses', mother, token)).body.id
}

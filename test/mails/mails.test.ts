import { eq } from 'drizzle-orm'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailKinds } from '#app/jobs.server.ts'
import { leftOut } from '#app/operations/commands.server.ts'
import { createOutboxMailer } from '#platform/mail/mailer.server.ts'
import { insertLink } from '#shop/accounts/accounts.store.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { endInvitation, putInvitation } from '#shop/admin/users.store.server.ts'
import { orderPlacedMail } from '#shop/handling/mails/order-mails.server.tsx'
import { type MailContent, type MailKind, renderContent } from '#shop/mails/mail-kind.server.ts'
import type { ItemStatus, QuoteStatus } from '#shop/orders/item-status.ts'
import { openPayment } from '#shop/orders/money/ledger.store.server.ts'
import { orderCharges } from '#shop/orders/money/ledger.tables.server.ts'
import { updatePayment } from '#shop/orders/money/payments.store.server.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { orderItems, orderMoves, orders, quotes } from '#shop/orders/orders.tables.server.ts'
import { messages, subscribers } from '#shop/storefront/storefront.tables.server.ts'
import { beginUpi, buy, customLine, truffleLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

/** What somebody might write into a field for a name, an address or a wish. */
const hostileTexts = [
  ['markup', '<img src=x onerror="alert(1)"><b>Zed</b></p></td><script>alert(2)</script>'],
  ['markup that is written twice', '&lt;img src=x onerror=alert(1)&gt; &#60;b&#62;Zed'],
  ['quotes', `"'\`><a href="javascript:alert(1)" style='x'>Zed</a>`],
  ['a comment', '<!-- Zed --><style>*{display:none}</style><![CDATA[ ]]>'],
  ['lines of a header', 'Zed\r\nBcc: spy@evil.example\r\nX-Evil: yes\r\n\r\n<b>body</b>'],
  ['one line end', 'Zed\nBcc: spy@evil.example'],
  ['another address', 'Zed" <spy@evil.example>, "'],
  ['an encoded word', '=?utf-8?B?PGI+?= =?utf-8?Q?=0D=0ABcc:_spy@evil.example?= Zed'],
  ['turned writing', '\u202eZed\u202d\u2067\u200f'],
  ['a link', 'Zed, open http://evil.example/now now'],
  ['an address without http', 'Zed www.evil.example and evil.example/now'],
  ['an e-mail', 'Zed spy@evil.example mailto:spy@evil.example'],
  ['sixty letters', `Zed${'W'.repeat(57)}`],
  ['an emoji', 'Zed 👩🏽‍🍳🎂'],
  ['Hindi', 'Zed जन्मदिन मुबारक हो'],
  ['Tamil', 'Zed பிறந்தநாள் வாழ்த்துக்கள்'],
] as const
/** What stands in every one of them. */
const seen = 'Zed'
/** It, outside of a quotation; a mail may greet with it, and say that this person has ordered. */
const unquoted = /(?<!Hello |Thank you, |ordered by )Zed(?! has ordered)/

let shop: TestShop
let orderId: string
let itemId: string
const quoteId = crypto.randomUUID()
const messageId = crypto.randomUUID()
const email = 'asha@example.in'

beforeAll(async () => {
  shop = await openTestShop()
  const { db, clock } = shop.context
  await shop.addCake()
  const asha = await shop.customer(email)
  orderId = (await buy(shop, asha.token, { order: [truffleLine, customLine] })).orderId
  const [item] = await db.select().from(orderItems).where(eq(orderItems.customize, true))
  itemId = item?.id ?? ''
  await db.insert(subscribers).values({ email, token: 'token', consentedAt: clock.now() })
  await db
    .insert(messages)
    .values({ id: messageId, username: '', email, message: '', createdAt: clock.now() })
  await db.insert(quotes).values({
    id: quoteId,
    itemId,
    pricePaise: 145_000,
    status: 'open',
    quotedAt: clock.now(),
    answerBy: new Date(clock.now().getTime() + 60_000),
  })
})
afterAll(() => shop.close())

/** Has a text stand wherever customers write. */
async function write(text: string) {
  const { db } = shop.context
  await db.update(users).set({ name: text })
  await db.update(orders).set({ customerName: text, address: `${text},560001,Bengaluru` })
  await db.update(orderItems).set({ bname: text, detail: text })
  // Those of other cakes are the catalogue's.
  await db.update(orderItems).set({ flavour: text }).where(eq(orderItems.customize, true))
  const replies = [{ fromShop: true, words: `${text}\n\n${text}`, at: '2026-11-20T05:00:00.000Z' }]
  await db.update(messages).set({ username: text, message: `${text}\n\n${text}`, replies })
}

async function customCakeIs(status: ItemStatus, quote: QuoteStatus, problem = '') {
  const { db, clock } = shop.context
  const unitPaise = status === 'accepted' ? 145_000 : 0
  await db.update(orderItems).set({ status, unitPaise, problem }).where(eq(orderItems.id, itemId))
  await db
    .update(quotes)
    .set({ status: quote, closedAt: quote === 'open' ? null : clock.now() })
    .where(eq(quotes.id, quoteId))
}

/** The order is on its way to somebody of this name, with these details. */
async function sendOut(text: string) {
  const { db, clock } = shop.context
  const recipient = { recipientName: text, recipientEmail: 'ravi@example.in' }
  await db.update(orders).set({ ...recipient, fulfilment: 'out_for_delivery' })
  const moveId = crypto.randomUUID()
  const move = { move: 'dispatch', from: 'ready', to: 'out_for_delivery' } as const
  await db
    .insert(orderMoves)
    .values({ id: moveId, orderId, ...move, at: clock.now(), by: 'shop', detail: text })
  return { orderId, moveId }
}

const aDispute = {
  disputeId: crypto.randomUUID(),
  orderNumber: 1001,
  provider: 'stripe',
  amountPaise: 90_000,
  reason: 'product_not_received',
}

/** What each kind of mail is composed from, once the shop is such that there is something to tell. A new kind joins here. */
const about: Record<string, (text: string) => Promise<object>> = {
  'password-reset': async () => {
    const [asha] = await shop.context.db.select().from(users).where(eq(users.email, email))
    return { requestId: crypto.randomUUID(), userId: asha?.id }
  },
  'account-notice': async () => {
    const [asha] = await shop.context.db.select().from(users).where(eq(users.email, email))
    return {
      changeId: crypto.randomUUID(),
      userId: asha?.id,
      change: 'signed-in',
      device: 'Chrome on Android, from 49.207.…',
    }
  },
  'email-change': async () => {
    const { db, clock } = shop.context
    const [asha] = await db.select().from(users).where(eq(users.email, email))
    const userId = asha?.id ?? ''
    const id = crypto.randomUUID()
    const expiresAt = new Date(clock.now().getTime() + 1000)
    const newEmail = 'urgent.call@evil.example'
    await insertLink(db, { id, userId, mailbox: 'old', newEmail, expiresAt, isConfirmed: false })
    return { linkId: id, userId }
  },
  'staff-invitation': async () => {
    const { db, clock } = shop.context
    const [asha] = await db.select().from(users).where(eq(users.email, email))
    const id = crypto.randomUUID()
    const createdAt = clock.now()
    await endInvitation(db, { email: 'hand@example.in' })
    await putInvitation(db, {
      id,
      email: 'hand@example.in',
      role: 'kitchen',
      invitedBy: asha?.id ?? '',
      createdAt,
      expiresAt: new Date(createdAt.getTime() + 1000),
    })
    return { invitationId: id }
  },
  'order-placed': async () => ({ orderId }),
  'order-moved': async (text) => ({
    ...(await sendOut(text)),
    move: 'dispatch',
  }),
  'delivery-failed': async (text) => {
    const sent = await sendOut(text)
    await shop.context.db.update(orders).set({ fulfilment: 'failed' })
    return sent
  },
  'recipient-awaits': async (text) => {
    const { orderId } = await sendOut(text)
    await shop.context.db.update(orders).set({ fulfilment: 'placed' })
    return { orderId }
  },
  'recipient-moved': async (text) => ({
    ...(await sendOut(text)),
    move: 'dispatch',
  }),
  'item-dropped': async (text) => {
    await customCakeIs('cancelled', 'declined', text)
    return { orderId, itemId, amountPaise: 100, lessInCashPaise: 100 }
  },
  'order-cancelled': async () => ({ orderId }),
  'order-rescheduled': async (reason) => ({
    ...{ orderId, savedPaise: 100, amountPaise: 100, byShop: true, reason },
    facts: [{ part: 'items', what: 'Name on cake', before: reason, now: '' }],
  }),
  'order-reminder': async (text) => {
    await shop.context.db.update(orders).set({ recipientName: text, fulfilment: 'placed' })
    return { orderId, reminder: 'tomorrow' }
  },
  'pay-by-link': async (reason) => {
    const { db } = shop.context
    const order = await findOrder(db, orderId)
    if (!order) throw new Error('no order')
    const buys = { kind: 'change', changes: {} } as const
    const now = shop.context.clock.now()
    await openPayment(db, order, { paise: 100, provider: 'sandbox', buys, now })
    return { orderId, reason }
  },
  'order-late': async () => ({ orderId, minutes: 45, amountPaise: 5_000 }),
  'address-missing': async () => {
    await shop.context.db.update(orders).set({ address: ',560001,Bengaluru' })
    return { orderId }
  },
  'order-prepared': async () => ({ orderId, items: 1 }),
  'order-refunded': async () => ({ orderId, amountPaise: 100, key: crypto.randomUUID() }),
  'slot-gone': async () => ({ orderId }),
  'balance-refunded': async () => ({ orderId, amountPaise: 150_000 }),
  'kitchen-day': async () => ({ day: '2026-11-21' }),
  'unexpected-payment': async () => ({ orderNumber: 1001, receivedPaise: 100, agreedPaise: 200 }),
  'refund-failed': async () => ({
    refundId: crypto.randomUUID(),
    orderNumber: 1001,
    amountPaise: 100,
  }),
  'upi-claimed': async () => ({ orderId, paymentId: (await beginUpi(shop.context, orderId)).id }),
  'upi-not-found': async () => {
    const { id } = await beginUpi(shop.context, orderId)
    const over = { status: 'cancelled' as const, updatedAt: shop.context.clock.now() }
    await updatePayment(shop.context.db, id, over)
    return { orderId, paymentId: id }
  },
  'refund-adopted': async () => ({ orderNumber: 1001, amountPaise: 100, provider: 'stripe' }),
  'refund-delayed': async () => ({
    refundId: crypto.randomUUID(),
    orderNumber: 1001,
    amountPaise: 100,
    provider: 'stripe',
  }),
  'dispute-opened': async () => ({
    ...aDispute,
    answerBy: new Date('2026-11-27T11:00:00Z').toISOString(),
  }),
  'dispute-ended': async () => ({ ...aDispute, status: 'lost' }),
  'order-link': async () => ({ orderId }),
  'new-order': async () => ({ orderId }),
  'changed-order': async () => ({ orderId, savedPaise: 0, amountPaise: 0, parts: ['time'] }),
  'cancelled-order': async () => ({ orderId }),
  message: async () => ({ messageId }),
  'message-answer': async () => ({ messageId, reply: 0 }),
  'confirm-subscription': async () => {
    await shop.context.db.update(subscribers).set({ confirmedAt: null })
    return { mailId: crypto.randomUUID(), email }
  },
  'account-deleted': async () => ({ mailId: crypto.randomUUID(), email }),
  'test-mail': async () => ({ email }),
  subscribed: async () => {
    await shop.context.db.update(subscribers).set({ confirmedAt: shop.context.clock.now() })
    return { mailId: crypto.randomUUID(), email }
  },
  quote: async () => {
    await customCakeIs('quoted', 'open')
    return { orderId, quoteId }
  },
  'quote-accepted': async () => {
    await customCakeIs('accepted', 'accepted')
    return { orderId, quoteId }
  },
  'quote-expired': async () => {
    await customCakeIs('expired', 'expired')
    return { orderId, quoteId }
  },
  'quote-answered': async () => {
    await customCakeIs('declined', 'declined')
    return { orderId, quoteId }
  },
  'item-rejected': async (text) => {
    await customCakeIs('rejected', 'declined', text)
    return { orderId, itemId }
  },
}
/** Nothing in these is what a customer wrote: they greet by the first word of a plain name at most. */
const withoutName = [
  ...['password-reset', 'account-notice', 'email-change', 'order-refunded', 'order-late'],
  ...['unexpected-payment', 'refund-failed', 'refund-delayed', 'slot-gone', 'kitchen-day'],
  ...['balance-refunded', 'refund-adopted', 'cancelled-order', 'upi-claimed'],
  'upi-not-found',
  ...['delivery-failed', 'dispute-opened', 'dispute-ended', 'staff-invitation'],
  ...['confirm-subscription', 'subscribed', 'account-deleted', 'test-mail'],
  ...['recipient-awaits', 'recipient-moved', 'address-missing', 'order-link'],
]

/** What a mail program makes a link of by itself. */
const autolinked =
  /\b(?:https?:|mailto:|www\.)[^\s\u200c]|[\p{L}\p{N}-]+@[\p{L}\p{N}]|\p{L}[\p{L}\p{N}-]*\.\p{L}{2,}/gu

/** What would be linked in plain words, but for the shop's own addresses and the sender's of a message. */
function autolinksIn(text: string): string[] {
  const { publicUrl, email: ownEmail } = shop.context.shop
  const withoutLinks = text.replaceAll(new RegExp(`${publicUrl}[^\\s"]*`, 'g'), '')
  const others = [ownEmail, email].reduce((rest, own) => rest.replaceAll(own, ''), withoutLinks)
  return others.match(autolinked) ?? []
}

const wordsOf = (html: string) =>
  html.replace(/<!--[\s\S]*?-->/g, '').replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ')
const withoutQuotes = (html: string) =>
  html
    .replace(/<blockquote[\s\S]*?<\/blockquote>/g, ' ')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/“[^”]*”/g, '')

const kinds: Record<string, MailKind<never>> = mailKinds
/** Before the day of the order. */
const evening = { now: () => new Date('2026-11-20T13:00:00Z') }

async function contentOf(name: string, text: string): Promise<MailContent> {
  await write(text)
  const data = (await about[name]?.(text)) as never
  const clock = name === 'order-reminder' ? evening : shop.context.clock
  const content = await kinds[name]?.({ ...shop.context, clock }, data)
  if (!content) throw new Error(`nothing to tell by ${name}`)
  return content
}

/** The mail as its reader's program has it. */
async function mailWith(name: string, text: string) {
  const rendered = await renderContent(shop.context.shop, await contentOf(name, text))
  let eml: Email | undefined
  const outbox = {
    put: async (_: string, bytes: Uint8Array) => {
      eml = await PostalMime.parse(bytes)
    },
    get: async () => null,
    remove: async () => {},
  }
  const from = 'Cakewala <shop@cakewala.test>'
  await createOutboxMailer(outbox, from).send({ id: 'mail', ...rendered })
  if (!eml) throw new Error('no mail was written')
  return { html: rendered.html, eml }
}

/** Every distinct tag, with its attributes; but for what a reader's program shows instead of a picture, and links. */
function tagsOf(html: string) {
  const tags = html.match(/<[/!a-z][^>]*>/gi) ?? []
  return new Set(tags.map((tag) => tag.replace(/ (alt|href)="[^"]*"/g, ' $1')))
}

const linksOf = (html: string) =>
  [...html.matchAll(/ href="([^"]*)"/g)].map(([, link = '']) => link)

const outlineOf = ({ headers, from, to, cc, bcc, replyTo, attachments }: Email) => ({
  from,
  to,
  cc,
  bcc,
  replyTo,
  headers: headers.map(({ key }) => key),
  attachments: attachments.map(({ mimeType, contentId }) => [mimeType, contentId]),
})

/** What each kind looks like with plain words in it, composed once. */
const usual = new Map<string, Awaited<ReturnType<typeof mailWith>>>()

async function usualMail(name: string) {
  const mail = usual.get(name) ?? (await mailWith(name, 'Asha'))
  usual.set(name, mail)
  return mail
}

it('every kind of mail is tried here', () => {
  expect(Object.keys(about).sort()).toEqual(Object.keys(mailKinds).sort())
})

it.each(Object.keys(about))(
  '%s says that the shop sends it by itself, and is answered by a person',
  async (name) => {
    const { headers, to, replyTo, html } = (await usualMail(name)).eml
    const header = (key: string) => headers.find((one) => one.key === key)?.value
    expect(header('auto-submitted')).toBe('auto-generated')
    const { email: ownEmail, publicUrl } = shop.context.shop
    const isOfCustomer = to?.[0]?.address === ownEmail && replyTo?.[0]?.address === email
    expect(isOfCustomer || replyTo?.[0]?.address === ownEmail).toBe(true)
    const unsubscribeLink = linksOf(html ?? '').find((one) => one.includes('/unsubscribe?token='))
    expect([header('list-unsubscribe'), header('list-unsubscribe-post')]).toEqual(
      unsubscribeLink
        ? [`<${publicUrl}/unsubscribe?token=token>`, 'List-Unsubscribe=One-Click']
        : [undefined, undefined],
    )
  },
)

it('a mail is answered at the address that the shop has when it is sent', async () => {
  const changed = { ...shop.context, shop: { ...shop.context.shop, email: 'new@cakewala.test' } }
  const mail = await renderContent(changed.shop, await contentOf('order-placed', 'Asha'))
  expect(mail.replyTo).toBe('new@cakewala.test')
})

it('no backup has a mail with a link that opens an account', async () => {
  const opening = []
  for (const name of Object.keys(mailKinds)) {
    const { eml } = await usualMail(name)
    if (/\/(reset-password|confirm-email|join)#/.test(eml.text ?? '')) opening.push(`${name}-`)
  }
  expect(leftOut.files.filter((start) => start.endsWith('-'))).toEqual(opening)
})

describe.each(hostileTexts)('%s', (_, text) => {
  it.each(Object.keys(about))('does nothing in %s but being read', async (name) => {
    const plain = await usualMail(name)
    const { html, eml } = await mailWith(name, text)
    expect(tagsOf(html).difference(tagsOf(plain.html))).toEqual(new Set())
    for (const link of linksOf(html)) {
      expect(link.startsWith('mailto:') || link.startsWith(shop.context.shop.publicUrl)).toBe(true)
    }
    expect(outlineOf(eml)).toEqual(outlineOf(plain.eml))
    expect(eml.subject).not.toMatch(/[\r\n\u202a-\u202e]/)
    if (!withoutName.includes(name)) expect(eml.text).toContain(seen)
    expect(autolinksIn(wordsOf(html))).toEqual([])
    expect(autolinksIn(eml.text ?? '')).toEqual([])
    const isTyped = eml.subject?.includes(seen) || wordsOf(withoutQuotes(html)).match(unquoted)
    expect(isTyped).toBeFalsy()
  })
})

/** What a stranger can cause who knows an address. */
const byAnyone = [
  ...['password-reset', 'account-notice', 'email-change', 'confirm-subscription', 'order-link'],
  ...['order-placed', 'order-cancelled', 'order-rescheduled', 'order-reminder', 'recipient-awaits'],
  ...['pay-by-link', 'upi-not-found'],
]

describe('of an account and an order that nobody confirmed', () => {
  beforeAll(async () => {
    const { db } = shop.context
    await db.update(users).set({ emailVerified: false })
    await db.execute('alter table order_charges disable trigger order_charges_only_grow')
    await db.delete(orderCharges)
  })
  afterAll(() =>
    shop.context.db.execute('alter table order_charges enable trigger order_charges_only_grow'),
  )

  it.each(Object.keys(about))('%s is limited, if a stranger can cause a flood', async (name) => {
    const { to, isUnsolicited = false } = await contentOf(name, 'Asha')
    expect(isUnsolicited).toBe(byAnyone.includes(name))
    expect(isUnsolicited && to === shop.context.shop.email).toBe(false)
  })
})

it('an order of which nothing is made any more is not told as placed', async () => {
  await shop.context.db.update(orderItems).set({ status: 'cancelled', problem: '' })
  expect(await orderPlacedMail(shop.context, { orderId })).toBeNull()
})

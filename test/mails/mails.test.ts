import { eq } from 'drizzle-orm'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailComposers } from '#app/jobs.server.ts'
import { createOutboxMailer } from '#platform/mail/mailer.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import type { MailComposer } from '#shop/mails/mail-kind.server.ts'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import type { QuoteStatus } from '#shop/quotes/quote-status.ts'
import { quotes } from '#shop/quotes/quotes.tables.server.ts'
import { messages, subscribers } from '#shop/storefront/storefront.tables.server.ts'
import { renderMail } from '#ui/mail-layout.tsx'
import { buy, customLine, truffleLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

/** What somebody might write where a name, an address, or a wish is asked for. */
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
  ['sixty letters', `Zed${'W'.repeat(57)}`],
  ['an emoji', 'Zed 👩🏽‍🍳🎂'],
  ['Hindi', 'Zed जन्मदिन मुबारक हो'],
  ['Tamil', 'Zed பிறந்தநாள் வாழ்த்துக்கள்'],
] as const
/** What stands in every one of them. */
const seen = 'Zed'

let shop: TestShop
let composers: MailComposer[]
let orderId: string
let itemId: string
const quoteId = crypto.randomUUID()
const messageId = crypto.randomUUID()
const email = 'asha@example.in'

beforeAll(async () => {
  shop = await openTestShop()
  composers = mailComposers(shop.context)
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
    ...{ id: quoteId, itemId, pricePaise: 145_000, status: 'open', quotedAt: clock.now() },
    answerBy: new Date(clock.now().getTime() + 60_000),
  })
})
afterAll(() => shop.close())

/** Has a text stand wherever customers write. */
async function write(text: string) {
  const { db } = shop.context
  await db.update(users).set({ name: text })
  await db.update(orders).set({ customerName: text, address: `${text},560001,Bengaluru` })
  await db.update(orderItems).set({ bname: text, detail: text, flavour: text })
  await db.update(messages).set({ username: text, message: `${text}\n\n${text}` })
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

/** What each kind of mail is composed from, once the shop is such that there is something to tell. A new kind joins here. */
const about: Record<string, (text: string) => Promise<object>> = {
  'password-reset': async () => {
    const [asha] = await shop.context.db.select().from(users).where(eq(users.email, email))
    return { requestId: crypto.randomUUID(), userId: asha?.id }
  },
  'order-placed': async () => ({ orderId }),
  'order-cancelled': async () => ({ orderId }),
  'order-prepared': async () => ({ orderId, items: 1 }),
  'order-refunded': async () => ({ orderId, amountPaise: 100, key: crypto.randomUUID() }),
  'unexpected-money': async () => ({ orderNumber: 1001, receivedPaise: 100, agreedPaise: 200 }),
  'refund-failed': async () => ({
    refundId: crypto.randomUUID(),
    orderNumber: 1001,
    amountPaise: 100,
  }),
  message: async () => ({ messageId }),
  subscribed: async () => ({ mailId: crypto.randomUUID(), email }),
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
/** Nothing in these is written by a customer. */
const withoutWords = ['unexpected-money', 'refund-failed', 'subscribed']

/** The mail as its reader's program has it. */
async function mailWith(composer: MailComposer, text: string) {
  await write(text)
  const composed = await composer.compose(await about[composer.kind.name]?.(text))
  if (!composed) throw new Error(`nothing to tell by ${composer.kind.name}`)
  const { mail, ...rest } = composed
  const { html, text: words } = await renderMail(mail)
  let eml: Email | undefined
  const outbox = {
    put: async (_: string, bytes: Uint8Array) => {
      eml = await PostalMime.parse(bytes)
    },
    get: async () => null,
    remove: async () => {},
  }
  const from = 'Cakewala <shop@cakewala.test>'
  await createOutboxMailer(outbox, from).send({ id: 'mail', ...rest, html, text: words })
  if (!eml) throw new Error('no mail was written')
  return { html, eml }
}

/** Every distinct tag, with its attributes; but for what a reader's program shows instead of a picture, and links. */
function tagsOf(html: string) {
  const tags = html.match(/<[/!a-z][^>]*>/gi) ?? []
  return new Set(tags.map((tag) => tag.replace(/ (alt|href)="[^"]*"/g, ' $1')))
}

const linksOf = (html: string) =>
  [...html.matchAll(/ href="([^"]*)"/g)].map(([, link = '']) => link)

const outlineOf = ({ headers, from, to, cc, bcc, replyTo, attachments }: Email) => ({
  ...{ from, to, cc, bcc, replyTo },
  headers: headers.map(({ key }) => key),
  attachments: attachments.map(({ mimeType, contentId }) => [mimeType, contentId]),
})

/** What each kind looks like with plain words in it, composed once. */
const usual = new Map<string, Awaited<ReturnType<typeof mailWith>>>()

async function usualMail(composer: MailComposer) {
  const { name } = composer.kind
  const mail = usual.get(name) ?? (await mailWith(composer, 'Asha'))
  usual.set(name, mail)
  return mail
}

it('every kind of mail is tried here', () => {
  expect(Object.keys(about).sort()).toEqual(composers.map(({ kind }) => kind.name).sort())
})

describe.each(hostileTexts)('%s', (_, text) => {
  it.each(Object.keys(about))('does nothing in %s but being read', async (name) => {
    const composer = composers.find(({ kind }) => kind.name === name)
    if (!composer) throw new Error(`nothing composes ${name}`)
    const plain = await usualMail(composer)
    const { html, eml } = await mailWith(composer, text)
    expect(tagsOf(html).difference(tagsOf(plain.html))).toEqual(new Set())
    for (const link of linksOf(html)) {
      expect(link.startsWith('mailto:') || link.startsWith(shop.context.shop.publicUrl)).toBe(true)
    }
    expect(outlineOf(eml)).toEqual(outlineOf(plain.eml))
    expect(eml.subject).not.toMatch(/[\r\n\u202a-\u202e]/)
    if (!withoutWords.includes(name)) expect(eml.text).toContain(seen)
  })
})

it('an order of which nothing is made any more is not told as placed', async () => {
  await shop.context.db.update(orderItems).set({ status: 'cancelled', problem: '' })
  const composer = composers.find(({ kind }) => kind.name === 'order-placed')
  expect(await composer?.compose({ orderId })).toBeNull()
})

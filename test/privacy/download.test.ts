import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessions, users } from '#shop/accounts/accounts.tables.server.ts'
import { sessionRules } from '#shop/accounts/sessions.server.ts'
import { addPayment } from '#shop/orders/money/ledger.store.server.ts'
import { subscribers } from '#shop/storefront/storefront.tables.server.ts'
import { doorPayment } from '../support/ledger.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'
import {
  disputePayment,
  keepPicture,
  mira,
  ravi,
  textsOf,
  wholeCustomer,
} from './whole-customer.ts'

let shop: TestShop
let token: string
let id: string
let orderId: string
let password: string

beforeAll(async () => {
  shop = await openTestShop({ sessionRules })
  await shop.addCake()
  const shared = await keepPicture(shop, '#00ff00')
  ;({ token, id, password, orderId } = await wholeCustomer(
    shop,
    { ...mira, wish: '<b>A green tortoise' },
    shared,
  ))
  await disputePayment(shop, orderId, 'lost')
  const { db, clock } = shop.context
  await addPayment(db, orderId, doorPayment(100, clock.now(), 'lata@example.in'))
  const theirs = await wholeCustomer(shop, ravi, shared)
  await disputePayment(shop, theirs.orderId, 'won')
})
afterAll(() => shop.close())

async function download(as: 'json' | 'page') {
  const headers = { authorization: `Bearer ${token}` }
  const response = await shop.api.request(`/account/data?as=${as}`, { headers })
  return { response, text: await response.text() }
}

/** The newsletter says when and not for whom; so does the account. */
const theirs = textsOf(mira)
const others = textsOf(ravi)
const isCode = (word: string) => !/^(my-data|http)/.test(word)
const missing = (text: string, all: string[]) => all.filter((one) => !text.includes(one))

describe('Download my data', () => {
  it('needs somebody who is logged in', async () => {
    expect((await shop.get('/account/data')).status).toBe(401)
  })

  it('asks for the password when it was last given over 15 minutes ago', async () => {
    await shop.context.db.update(sessions).set({ passwordAt: new Date(0) })
    const { response, text } = await download('json')
    expect([response.status, text]).toEqual([403, expect.stringContaining('your password again')])
    token = (await shop.context.accounts.signIn(mira.email, password)).token
  })

  it('has everything of the person as JSON, and nothing of others', async () => {
    const { response, text } = await download('json')
    expect(response.headers.get('content-disposition')).toContain('my-data.json')
    expect(missing(text, theirs)).toEqual([])
    expect(missing(text, others)).toEqual(others)
    const data = JSON.parse(text) as Record<string, unknown[]>
    const empty = Object.keys(data).filter((kind) => data[kind]?.length === 0)
    expect(empty.sort()).toEqual(['passkeys', 'quotes'])
    expect(data.disputes).toMatchObject([{ reason: 'product_not_received', status: 'lost' }])
    expect(data.orders).toMatchObject([{ chargedPaise: 90_000, paidPaise: 90_100 }])
    expect(data.charges).toMatchObject([{ line: 'item' }, { line: 'delivery' }])
    expect(data.payments).toMatchObject([
      { cause: 'online', paise: 90_000 },
      { cause: 'door', paise: 100, reason: 'No change' },
    ])
    expect(data.photos).toMatchObject([
      { orderId, kind: 'door' },
      { orderId, kind: 'leaving' },
      { orderId, kind: 'problem' },
    ])
    expect(text).not.toContain('lata@example.in')
    expect(text).not.toMatch(/"(password|token|secret)"/)
  })

  it('has it as a page too, with designs and photos in it and texts as texts', async () => {
    const { response, text } = await download('page')
    expect(response.headers.get('content-disposition')).toContain('my-data.html')
    expect(missing(text, theirs)).toEqual([])
    expect(missing(text, others)).toEqual(others)
    expect(text.match(/<img alt="Your design" src="data:image\/webp;base64,[^"]+">/g)).toHaveLength(
      2,
    )
    expect(text.match(/<img alt="Your order" src="data:image\/webp;base64,[^"]+">/g)).toHaveLength(
      3,
    )
    expect(text).not.toContain('<b>A green')
  })

  it('is words for people on that page: no objects, codes or names of columns, and times in India', async () => {
    const { text } = await download('page')
    const words = text
      .replaceAll(/<style>.*<\/style>|data:image[^"]*/gs, '')
      .replaceAll(/<[^>]+>/g, ' ')
    expect(words).not.toContain('[object')
    // Instants in UTC, ids, and words joined as programs write them, but for the file's own words of an address.
    expect(words.match(/\d{4}-\d\d-\d\d/g)).toBeNull()
    expect(words.match(/[0-9a-f]{8}-[0-9a-f]{4}-/g)).toBeNull()
    expect(
      words.match(/\b[a-z]+(?:[_-][a-z]+)+\b|\b[a-z]+[A-Z]\w*/g)?.filter(isCode),
    ).toBeUndefined()
    expect(words).not.toMatch(/\b(Wt|Bname|Mobileno|Paise|Cgst|Igst|Hsn|Fssai|Gstin)\b/)
    expect(words).toMatch(/Delivery at\s+21 Nov 2026, 5:30 pm/)
    expect(words).toMatch(/Name on the cake\s+Golu is seven/)
    expect(words).toMatch(/Birthday\s+17 May 1990/)
    expect(words).toMatch(/Taxable value\s+₹857\.14/)
    expect(words).toMatch(/Order\s+1001\s+What\s+Invoice/)
    expect(words).toMatch(/What\s+placed the order/)
    expect(words).toMatch(/Reason\s+Product not received/)
  })

  it('has what is found by the email only for those who have shown that it is theirs', async () => {
    await shop.context.db.update(users).set({ emailVerified: false }).where(eq(users.id, id))
    const { text } = await download('json')
    expect(text).not.toContain(mira.message)
    const data = JSON.parse(text) as Record<string, unknown[]>
    expect([data.messages, data.newsletter]).toEqual([[], []])
    expect((await download('page')).text).toContain('set a new password by the link we email you')
  })
})

it('withdraws the newsletter of the caller, and nobody else’s', async () => {
  const { status } = await shop.post('/account/withdraw-consent', { consent: 'newsletter' }, token)
  expect(status).toBe(200)
  const left = await shop.context.db.select({ email: subscribers.email }).from(subscribers)
  expect(left).toEqual([{ email: ravi.email }])
})

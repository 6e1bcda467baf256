import { describe, expect, it } from 'vitest'
import { type MailContent, renderContent } from '#shop/mails/mail-kind.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { aCharge, aCustomItem, anOrder, aPayment } from '../../../test/support/an-order.ts'
import {
  itemRejectedContent,
  quoteAcceptedContent,
  quoteAnsweredContent,
  quoteContent,
  quoteExpiredContent,
} from './quote-mails.server.tsx'

const shop = {
  name: 'Cakewala',
  publicUrl: 'http://localhost:3000',
  phone: '+91 22 5550 1234',
} as ShopDetails

/** Two customised cakes at ₹1,450 each, with shipping in cash; `wrote` is in every field that a customer fills in. */
function cakeMail(wrote: Partial<Record<'name' | 'address' | 'bname' | 'detail', string>> = {}) {
  const { name = 'Asha', address = '1 Hill Road,400050,Mumbai' } = wrote
  const item = aCustomItem({
    egg: 'Eggless',
    flavour: wrote.detail ?? 'Mango',
    amount: 2,
    unitPaise: 1450_00,
    bname: wrote.bname ?? 'Mira',
    detail: wrote.detail ?? 'Three tiers',
    status: 'accepted',
    problem: wrote.detail ?? 'It would not stand.',
  })
  const order = anOrder({
    number: 1042,
    items: [item],
    address,
    deliveryAt: new Date('2026-11-22T06:30:00Z'),
    customerName: name,
  })
  return { order, item, shop, cid: null, trackLink: 'http://localhost:3000/track/token' }
}

const render = (content: MailContent) => renderContent(shop, content)

const answerBy = new Date('2026-11-21T14:30:00Z')
const quote = { pricePaise: 1450_00, answerBy, note: 'The bow is of sugar' }
const link = 'http://localhost:3000/quote?token=signed'
type Cake = ReturnType<typeof cakeMail>
const mails: [string, (cake: Cake) => MailContent][] = [
  ['quote', (cake) => quoteContent({ ...cake, link, quote, requiredPaise: 0 })],
  ['accepted', quoteAcceptedContent],
  ['expired', (cake) => quoteExpiredContent({ ...cake, quote })],
  ['rejected', itemRejectedContent],
  ['answered', (cake) => quoteAnsweredContent({ ...cake, quote, outcome: 'declined' })],
]

const textOf = async (name: string, cake = cakeMail()) => {
  const [, write] = mails.find(([one]) => one === name) ?? []
  if (!write) throw new Error(`no mail ${name}`)
  return (await render(write(cake))).text
}

describe('without pictures every word is there', () => {
  it('a quote: what, how much, until when, and one link that needs no logging in', async () => {
    const text = await textOf('quote')
    expect(text).toContain('2 × Customized Cake, “Mango”, 2 kg, ● Eggless, with “Mira” on it')
    expect(text).toContain('Three tiers')
    expect(text).toMatch(/Price for one cake: ₹1,450\n2 cakes: ₹2,900\nShipping: ₹50\n/)
    expect(text).toMatch(/Due in cash on delivery: ₹2,950/)
    expect(text).toContain('answer by 21 Nov 2026, 8:00 pm')
    expect(text).toContain(
      'Sun 22 Nov, 12:00 pm (India time), to:\n\n> 1 Hill Road, 400050, Mumbai',
    )
    expect(text.split('/quote?token=').length).toBe(2)
    expect(text).toContain('without logging in')
    expect(text).toContain(shop.phone)
  })

  it('a quote beside cakes that the card paid says what is paid, and asks for the rest', async () => {
    const { order, item, ...cake } = cakeMail()
    const paid: typeof order = {
      ...order,
      paymentMethod: 'provider',
      charges: [aCharge(900_00), aCharge(2900_00, { line: 'item', itemId: item.id })],
      payments: [aPayment(900_00)],
    }
    const text = await textOf('quote', { ...cake, item, order: paid })
    expect(text).toMatch(/Due in cash on delivery: ₹2,900/)
    expect(text).toMatch(/Paid: − ₹900/)
  })

  it.each([
    ['accepted', /Due in cash on delivery: ₹2,950/],
    [
      'expired',
      /₹1,450 for the customised cake in order 1042 and didn’t hear from you by 21 Nov 2026, 8:00 pm/,
    ],
    ['rejected', /It would not stand\./],
    ['answered', /declined[\s\S]*http:\/\/localhost:3000\/admin\/orders\/1042/i],
  ])('%s', async (name, words) => {
    expect(await textOf(name)).toMatch(words)
  })
})

describe.each(mails)('%s: what a customer wrote is only shown', (_, write) => {
  it('as no markup', async () => {
    const wrote = '</p><img src=x onerror=alert(1)><a href="//evil.example">"\'&lt;'
    const cake = cakeMail({ name: wrote, address: wrote, bname: wrote, detail: wrote })
    const { html } = await render(write(cake))
    expect(html).not.toContain('<img')
    expect(html).not.toContain('href="//evil')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  it('and turns no sentence round', async () => {
    const wrote = '\u202eעדנה\u2067\u200f'
    const cake = cakeMail({ name: wrote, address: wrote, bname: wrote, detail: wrote })
    const { html, text } = await render(write(cake))
    expect(html).toContain('\u2068עדנה\u2069')
    expect(html).not.toMatch(/[\u202e\u2067]/)
    expect(text).toContain('\u2068עדנה\u2069')
    expect(text).not.toMatch(/[\u202e\u2067\u200f]/)
  })
})

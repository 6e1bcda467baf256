import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { nothingSaid } from '#shop/cakes/food/food-facts.ts'
import { type MailContent, renderContent } from '#shop/mails/mail-kind.server.ts'
import { icedItemPictures } from '#shop/orders/mails/order-mail.server.tsx'
import type { Order } from '#shop/orders/order.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { aCustomItem, anItem, anOrder, aPayment } from '../../../../test/support/an-order.ts'
import {
  orderCancelledContent,
  orderPlacedContent,
  orderPreparedContent,
} from './order-mails.server.tsx'

const shop = {
  name: 'Cakewala',
  publicUrl: 'http://localhost:3000',
  state: { code: '29', name: 'Karnataka' },
} as ShopDetails

const render = (content: MailContent) => renderContent(shop, content)

const trackLink = 'http://localhost:3000/track/token'
const code = 'Our rider asks for this code: 1234.'

const pictures = new Map<string, { cid: string }>()
const foodFacts = new Map([
  ['truffle', { ...nothingSaid, contains: ['gluten' as const], mayContain: ['soy' as const] }],
])

/** A customised cake, of which the delivery alone is known to be due in cash. */
function cashOrder(status: 'processing' | 'completed' | 'cancelled'): Order {
  const items = [aCustomItem({ status })]
  return anOrder(status === 'cancelled' ? { items, charges: [] } : { items })
}

test('a placed order says what is due in cash, and its address as people write it', async () => {
  const { text } = await render(
    orderPlacedContent({
      order: cashOrder('processing'),
      shop,
      pictures,
      foodFacts,
      trackLink,
      code,
      custom: 'You pay it when you accept it',
    }),
  )
  expect(text).toMatch(
    /\nShipping: ₹50\nTotal so far: ₹50\nIncludes GST: ₹2.38\nDue in cash on delivery: ₹50\n/,
  )
  expect(text).toContain('email you a quote')
  expect(text).toContain(trackLink)
  expect(text).toContain(code)
  expect(text).toContain('1 Hill Road, 400050, Mumbai')
})

test.each([
  ['placed', orderPlacedContent],
  ['prepared', orderPreparedContent],
])(
  'a %s order says of each cake what it contains, and of a customised one to ask',
  async (_, write) => {
    const order = anOrder({ items: [anItem(), aCustomItem()] })
    const { text } = await render(write({ order, shop, pictures, foodFacts, trackLink, code }))
    expect(text).toMatch(/Eggless: ₹850\nContains: gluten\. May contain: soy\.\n/)
    expect(text).toMatch(/2 kg: .*\nAsk us about allergens\.\n/)
  },
)

test('without an address it has the link for whom it is for, and nothing stands at the end of a link', async () => {
  const shareLink = 'http://localhost:3000/track/theirs'
  const mail = {
    order: cashOrder('processing'),
    shop,
    pictures,
    foodFacts,
    trackLink,
    code,
    shareLink,
  }
  const { text } = await render(orderPlacedContent(mail))
  expect(text.replace(/\s+/g, ' ')).toContain(
    `Share this link ${shareLink} with the person it’s for`,
  )
  expect(text.match(/http:\S+/g)).toEqual(expect.arrayContaining([trackLink, shareLink]))
})

test('of a cancelled order nothing is due in cash', async () => {
  const { text } = await render(
    orderCancelledContent({
      order: cashOrder('cancelled'),
      shop,
      pictures,
      foodFacts,
      trackLink,
      creditNotes: [],
    }),
  )
  expect(text).toContain('Customized Cake, “Mango”, 2 kg: Not made')
  expect(text).not.toMatch(/₹|Due in cash/)
})

test('a prepared order says when it comes, where to, and the cash to have ready', async () => {
  const { text } = await render(
    orderPreparedContent({ order: cashOrder('completed'), shop, pictures, foodFacts, trackLink }),
  )
  const words = text.replace(/\s+/g, ' ')
  expect(words).toContain(
    'order 1001 is ready and will be with you on Sat 21 Nov, 12:00 pm (India time).',
  )
  expect(words).toContain('Delivering to: > 1 Hill Road, 400050, Mumbai')
  expect(words).toContain('Please keep ₹50 ready in cash.')
})

test('at the door of a slot a rider takes UPI too, at the counter nobody does', async () => {
  const slotStartsAt = new Date('2026-11-21T04:30:00Z')
  const slotEndsAt = new Date('2026-11-21T06:30:00Z')
  const order = { ...cashOrder('completed'), slotStartsAt, slotEndsAt }
  const wordsOf = async (shown: Order) =>
    (await render(orderPreparedContent({ order: shown, shop, pictures, foodFacts, trackLink })))
      .text
  expect(await wordsOf(order)).toContain('Please keep ₹50 ready, in cash or UPI.')
  expect(await wordsOf({ ...order, isPickup: true })).toContain('Please keep ₹50 ready in cash.')
})

test('a prepared order that the card paid asks for no cash', async () => {
  const order: Order = {
    ...cashOrder('completed'),
    paymentMethod: 'provider',
    payments: [aPayment(50_00)],
  }
  const { text } = await render(
    orderPreparedContent({ order, shop, pictures, foodFacts, trackLink }),
  )
  expect(text).not.toContain('in cash')
})

test('what was declined is not made, and asked no cash for, beside what is', async () => {
  const agreed = aCustomItem({ status: 'completed', unitPaise: 1000_00 })
  const declined = aCustomItem({ id: 'b', status: 'declined', bname: 'Two' })
  const both = anOrder({ items: [agreed, declined] })
  const { text } = await render(
    orderPlacedContent({ order: both, shop, pictures, foodFacts, trackLink, code }),
  )
  expect(text).toContain('with “Two” on it: Not made')
  expect(text).toMatch(/\nTotal: ₹1,050\n/)
  expect(text).not.toContain('email you a quote')
})

test('it is said how a customised cake is paid', async () => {
  const order = anOrder({ items: [aCustomItem()] })
  const custom = 'You pay it online when you accept it'
  const { text } = await render(
    orderPlacedContent({ order, shop, pictures, foodFacts, trackLink, code, custom }),
  )
  expect(text).toContain('will email you a quote. You pay it online when you accept it.')
  expect(text).toContain('Price to follow')
  expect(text).not.toContain('Cash')
})

test('a picture says what is in icing on it, and no more', async () => {
  const order = cashOrder('processing')
  for (const [bname, alt] of [
    ['Asha', 'The design of your cake, with “Asha” in icing'],
    ['كريم', 'The design of your cake'],
  ]) {
    const items = order.items.map((item) => ({ ...item, bname: `${bname}` }))
    const mail = orderPlacedContent({
      order: { ...order, items },
      shop,
      trackLink,
      code,
      pictures: new Map([['a', { cid: 'cake-a' }]]),
      foodFacts,
    })
    expect((await render(mail)).html).toContain(`alt="${alt}"`)
  }
})

const pink = { width: 4, height: 4, channels: 3, background: '#b0224e' } as const
const bytes = new Uint8Array(await sharp({ create: pink }).webp().toBuffer())
const files: FileStore = {
  async put() {},
  get: async (key) => (key.includes('gone') ? null : bytes),
  async remove() {},
}

const itemWith = (id: string, ...image: string[]) => ({ id, bname: 'Asha', image })

test('a mail has the pictures of its items, but for those without one', async () => {
  const items = [
    itemWith('a', '/pictures/rose/640.webp'),
    itemWith('b', '/pictures/gone/640.webp'),
    itemWith('c'),
  ]
  const drawn = await icedItemPictures(files, items)
  expect([...drawn].map(([id, { cid, type }]) => [id, cid, type])).toEqual([
    ['a', 'cake-a', 'image/jpeg'],
  ])
})

test('a mail has at most ten pictures', async () => {
  const items = Array.from({ length: 12 }, (_, n) => itemWith(`${n}`, '/pictures/rose/640.webp'))
  expect([...(await icedItemPictures(files, items)).keys()]).toEqual(
    items.slice(0, 10).map(({ id }) => id),
  )
})

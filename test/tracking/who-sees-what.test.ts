import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders } from '#shop/orders/orders.tables.server.ts'
import type { Audience } from '#shop/tracking/link/audience.ts'
import { requireTracked } from '#shop/tracking/link/find-tracked.server.ts'
import { trackingUrl } from '#shop/tracking/link/tracking-url.server.ts'
import { showTracked } from '#shop/tracking/page/show-tracked.server.ts'
import { addressMissingComposer } from '#shop/tracking/recipient/address-missing-mail.server.tsx'
import { savePhoto } from '#shop/tracking/tracking.store.server.ts'
import { renderMail } from '#ui/mail-layout.tsx'
import { buy, truffleLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let orderId: string

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addCake({ price: 7777 })
  const asha = await shop.customer()
  const order = [{ ...truffleLine, price: 7777 }]
  ;({ orderId } = await buy(shop, asha.token, {
    ...{ order, amount: 7827, address: '9 Tulip Row,560001,Bengaluru' },
  }))
  await change({
    ...{ recipientName: 'Meena', recipientMobile: '9812345678', giftMessage: 'Many kisses' },
    ...{ giftFrom: 'All of us', riderNote: 'The blue gate' },
  })
  const takenAt = shop.context.clock.now()
  await savePhoto(shop.context.db, { orderId, file: crypto.randomUUID(), takenAt })
})
afterAll(() => shop.close())

const change = (to: Partial<typeof orders.$inferInsert>) =>
  shop.context.db.update(orders).set(to).where(eq(orders.id, orderId))
const linkTo = async (audience: Audience) =>
  (await trackingUrl(shop.context, orderId, audience)).split('/track/')[1] ?? ''

/** All that the page of a link is made from. */
async function pageOf(audience: Audience) {
  const tracked = await requireTracked(shop.context, await linkTo(audience))
  return JSON.stringify(await showTracked(shop.context, tracked))
}

async function changesOf(audience: Audience) {
  const response = await shop.api.request(`/track/live?token=${await linkTo(audience)}`)
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  const ready = decoder.decode((await reader?.read())?.value)
  const admin = await shop.admin()
  await shop.post('/orders/note', { orderId, note: 'No nuts', was: '' }, admin.token)
  const text = ready + decoder.decode((await reader?.read())?.value)
  await reader?.cancel()
  return text
}

async function mailForAddress() {
  await change({ address: ',560001,Bengaluru' })
  const composed = await addressMissingComposer(shop.context).compose({ orderId })
  if (!composed) throw new Error('no mail')
  const { html, text } = await renderMail(composed.mail)
  return composed.subject + html + text
}

/** In the order of the table, whose last row takes the address away. */
const surfaces: Record<string, () => Promise<string>> = {
  'the sender’s page': () => pageOf('sender'),
  'the recipient’s page': () => pageOf('recipient'),
  'the stream of changes': () => changesOf('sender'),
  'the mail for the address': mailForAddress,
}

/** What tells each column. */
const secrets = [
  ...[/7,?777|7,?827/, /Many kisses/, /9876543210/, /9812345678/],
  ...[/Tulip/, /Truffle|Cocoa/, /takenAt/],
]

const documented = readFileSync('docs/who-sees-what.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| the /.test(line))
  .map((line) => line.replace(/ +/g, ' '))

it('everybody sees what the table says, and no more', async () => {
  const actual: string[] = []
  for (const [name, read] of Object.entries(surfaces)) {
    const text = await read()
    const cells = secrets.map((secret) => (secret.test(text) ? 'yes' : '–'))
    actual.push(`| ${name} | ${cells.join(' | ')} |`)
  }
  expect(actual).toEqual(documented)
})

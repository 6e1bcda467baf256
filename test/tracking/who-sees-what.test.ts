import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appContext } from '#app/context.server.ts'
import { mailKinds } from '#app/jobs.server.ts'
import routes from '#app/routes.ts'
import { renderContent } from '#shop/mails/mail-kind.server.ts'
import { orderPapers } from '#shop/orders/money/papers.tables.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { type OpenApi, type Operation, operationsOf } from '../api/open-api.ts'
import { type Gift, openGift, type Reader, recipient, sender, storedOf } from './gift-world.ts'
import { readAnswer } from './read-answer.ts'
import { sampleOf } from './sample-of.ts'

/** docs/who-sees-what.md has a line for each reader to whom something shows anything of an order. Everything is tried by everybody. */
const documented = readFileSync('docs/who-sees-what.md', 'utf8')
  .replaceAll('\n  ', ' ')
  .split('\n')
  .filter((line) => /^- (`|mail )/.test(line))

let gift: Gift
let calls: Map<string, Operation>

beforeAll(async () => {
  gift = await openGift()
  calls = operationsOf((await gift.shop.get<OpenApi>('/openapi.json')).body)
  await keepMails()
}, 60_000)
afterAll(() => gift.shop.close())

/** The owner reads sent mails where the mailer left them. */
async function keepMails() {
  const { shop } = gift
  await shop.runJobs()
  for (const { id, html } of shop.mails.values()) {
    const file = Buffer.from(`Content-Type: text/html\r\n\r\n${html}`)
    await shop.context.outbox?.put(`${id}.eml`, file)
  }
}

/** What a caller who is after the gift gives for a parameter or a field of this name. */
function aimedAt({ token }: Reader): Record<string, unknown> {
  const { orderId, number, itemId } = gift
  return {
    mobileno: sender.mobile,
    order: orderId,
    orderId,
    orders: [orderId],
    // A session does without.
    ...(token !== undefined && { token }),
    email: sender.email,
    q: String(number),
    search: String(number),
    day: '2026-11-21',
    date: '2026-11-21',
    month: '2026-11',
    section: 'hsn-b2c',
    by: 'cake',
    itemId,
    suborder: itemId,
    id: `order-placed-${orderId}`,
    number,
    pincode: '560001',
    code: '1234',
    checkoutId: crypto.randomUUID(),
    paymentMethodId: 'pm_card',
  }
}

const readers = () => Object.entries<Reader>(gift.readers)

/** What of the gift a text shows; null for nothing. */
function cellsOf(text: string, { secrets }: Pick<Gift, 'secrets'> = gift): string | null {
  const seen = Object.entries(secrets).filter(([, secret]) => secret.test(text))
  return seen.map(([name]) => name).join(', ') || null
}

/** The rows of what shows each reader a text. */
async function rowsOf(name: string, read: (reader: Reader) => Promise<string>) {
  const seenBy = new Map<string, string[]>()
  for (const [who, reader] of readers()) {
    const cells = cellsOf(await read(reader))
    if (cells) seenBy.set(cells, [...(seenBy.get(cells) ?? []), who])
  }
  return [...seenBy].map(([cells, who]) => `- ${name} to ${who.join(', ')}: ${cells}`)
}

/** Asks as one who knows everything of the gift but what is secret. */
async function ask(call: string, reader: Reader): Promise<Response> {
  const [method = '', path = ''] = call.split(' ')
  const operation = calls.get(call)
  const aimed = aimedAt(reader)
  const query = new URLSearchParams()
  for (const { name, in: place, required } of operation?.parameters ?? []) {
    const value = aimed[name] ?? (name === 'token' && required ? 'none' : undefined)
    if (required && value === undefined) throw new Error(`${call}: say here what ${name} is`)
    if (place === 'query' && value !== undefined) query.set(name, String(value))
  }
  const schema = operation?.requestBody?.content?.['application/json']?.schema
  return gift.shop.api.request(
    `${path.replace(/\{(\w+)\}/g, (_, name) => String(aimed[name]))}?${query}`,
    {
      method,
      body: schema && JSON.stringify(sampleOf(schema, aimed)),
      headers: { ...(schema && { 'content-type': 'application/json' }), ...reader.headers },
    },
  )
}

/** What the papers of the gift say: PDFs are drawn from these rows. */
const papersOf = () =>
  gift.shop.context.db.select().from(orderPapers).where(eq(orderPapers.orderId, gift.orderId))

/** The words of an answer; of a PDF with a paper of the gift, alone or in a ZIP, those of its row. */
async function wordsOf(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  if (!['application/pdf', 'application/zip'].includes(type)) return readAnswer(gift, response)
  const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1')
  const papers = await papersOf()
  return JSON.stringify(papers.filter(({ serial }) => pdf.includes(serial)))
}

/** Calls that answer with what is stored, and change nothing. */
const isRead = (call: string) =>
  call === 'POST /orders/viewOrders' || (call.startsWith('GET') && call !== 'GET /users/logout')

const layouts = [
  { path: '', file: 'root.tsx' },
  { path: 'admin', file: 'shop/admin/admin-layout.page.tsx' },
]
const pages = [...layouts, ...routes.flatMap((route) => route.children ?? [route])]

/** All that a page is made from. */
async function page({ file, path = '' }: { file: string; path?: string }, reader: Reader) {
  const { loader } = (await import(`../../app/${file}`)) as {
    loader?(args: object): Promise<unknown>
  }
  const context = new RouterContextProvider()
  context.set(appContext, gift.shop.context)
  const aimed = aimedAt(reader)
  const query = new URLSearchParams({ ...aimed, orders: gift.orderId } as Record<string, string>)
  const request = new Request(`http://shop.test/${path}?${query}`, { headers: reader.headers })
  const params = { id: String(aimed.id), number: String(gift.number), token: reader.token ?? 'x' }
  try {
    return JSON.stringify(await loader?.({ request, context, params, url: new URL(request.url) }))
  } catch (thrown) {
    return thrown instanceof Response ? thrown.text() : JSON.stringify(thrown)
  }
}

async function allRows() {
  const rows: string[] = []
  for (const call of [...calls.keys()].filter(isRead).sort()) {
    const read = async (reader: Reader) => wordsOf(await ask(call, reader))
    rows.push(...(await rowsOf(`\`${call}\``, read)))
  }
  for (const one of pages) {
    rows.push(...(await rowsOf(`\`/${one.path ?? ''}\``, (reader) => page(one, reader))))
  }
  return rows
}

/** What some kind of mail is written from, but for what is of the gift. */
function aMailsData() {
  const id = crypto.randomUUID()
  const ids = { userId: id, quoteId: id, moveId: id, linkId: id, invitationId: id, messageId: id }
  const paise = { amountPaise: 100, savedPaise: 100, receivedPaise: 100, agreedPaise: 100 }
  const words = {
    reason: 'x',
    provider: 'x',
    change: 'signed-in',
    move: 'dispatch',
    status: 'lost',
  }
  return { ...ids, ...paise, ...words, key: id, orderNumber: 1, minutes: 1, day: '2026-11-21' }
}

/** Every kind of mail that there is something to tell by, with its reader. */
async function mailRows({ shop, secrets, ...about }: Gift) {
  const names = new Map([
    [sender.email, 'the sender'],
    [recipient.email, 'the recipient'],
  ])
  const told: string[] = []
  const rows: string[] = []
  const data = { ...aMailsData(), ...about, email: sender.email } as never
  for (const [name, write] of Object.entries(mailKinds)) {
    // What cannot be told of the gift is not of it.
    const content = await Promise.try(() => write(shop.context, data)).catch(() => null)
    if (!content) continue
    const { to, subject, html, text } = await renderContent(shop.context.shop, content)
    const reader = names.get(to) ?? 'the shop'
    const cells = cellsOf(subject + html + text, { secrets })
    told.push(`${name}: ${reader}`)
    if (cells) rows.push(`- mail \`${name}\` to ${reader}: ${cells}`)
  }
  return { told, rows }
}

it('whoever tries, every page and call shows what the list says, and no more', async () => {
  expect(await allRows()).toEqual(
    documented.filter((row) => /^- `/.test(row) && !row.includes('once it is out')),
  )
}, 120_000)

it.each(['the sender’s link', 'the recipient’s link'] as const)('%s hears of it', async (who) => {
  const heard = await wordsOf(await ask('GET /orders/liveOrder', gift.readers[who]))
  expect(heard).toContain('event: change')
})

/** Who has nothing to do with the gift. */
const outsiders = [
  ...['nobody', 'another customer', 'a guest', 'an older link', 'another order’s link'],
  ...['another recipient’s link', 'another rider', 'a rider whose time is over'],
  'a rider whose link was revoked',
] as const

it.each(outsiders)(
  '%s changes nothing of the gift, and learns nothing by trying',
  async (who) => {
    const before = await storedOf(gift)
    const reader: Reader = gift.readers[who as keyof Gift['readers']]
    const learnt: string[] = []
    for (const call of [...calls.keys()].filter((name) => !isRead(name)).sort()) {
      const text = await wordsOf(await ask(call, reader))
      if (cellsOf(text)) learnt.push(`${call}: ${text}`)
    }
    expect(learnt).toEqual([])
    expect(await storedOf(gift)).toEqual(before)
  },
  60_000,
)

describe('once it is out for delivery', () => {
  beforeAll(async () => {
    const out = { order: gift.orderId, id: crypto.randomUUID(), move: 'dispatch' }
    expect((await gift.shop.post('/runs/move', { token: gift.run, ...out })).status).toBe(200)
  })

  it('its rider may call its recipient', async () => {
    const run = { path: 'run/:token', file: 'shop/riders/run/run.page.tsx' }
    const rows = await rowsOf('`/run/:token`, once it is out', (reader) => page(run, reader))
    expect(rows).toEqual(documented.filter((row) => row.includes('once it is out')))
  })

  it('mails show their readers what the list says, be it a surprise or not', async () => {
    const plain = await openGift({ surprise: false })
    await plain.shop.context.db.update(orders).set({ fulfilment: 'out_for_delivery' })
    for (const one of [gift, plain]) {
      const { told, rows } = await mailRows(one)
      const toRecipient = told.filter((mail) => mail.endsWith('the recipient'))
      expect(toRecipient).toEqual(['recipient-moved: the recipient'])
      expect(rows).toEqual(documented.filter((row) => row.startsWith('- mail')))
    }
    const forNobody = { address: ',560001,Bengaluru' }
    await plain.shop.context.db.update(orders).set(forNobody)
    const mailed = await mailRows(plain)
    expect(mailed.told).toContain('address-missing: the sender')
    expect(mailed.rows.join()).not.toContain('address-missing')
    await plain.shop.close()
  }, 60_000)
})

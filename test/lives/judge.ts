import { isDeepStrictEqual } from 'node:util'
import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { hourMs, minuteMs } from '#platform/clock.ts'
import type { Mail } from '#platform/mail/mailer.server.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import { payPath, trackingUrl } from '#shop/orders/links/tracking-link.server.ts'
import { toPaise } from '#shop/values/money.ts'
import { wordsOfPdf } from '../support/read-pdf.ts'
import { tableContents } from '../support/table-contents.ts'
import type { TestShop } from '../support/test-shop.ts'
import { type Answer, type Life, linkOf, whole } from './calls.ts'
import { letJobsRun, type Step, steps } from './life.ts'
import { limitLies, takenOf } from './limited.ts'
import { isAnyMade, lies, type Moment, type Text } from './oracle.ts'
import { upiLies } from './own-upi.ts'
import { readPage, wordsOf } from './read-page.ts'
import { reviewLies } from './reviews.ts'
import { type Rows, rowsOf, type Standing, standingOf } from './rows.ts'
import type { World } from './world.ts'

/** Makes a step, lets jobs run, and reads everything that names money: what of it is not so by the rows. */
export async function take(life: Life, step: Step): Promise<string[]> {
  const { shop, answers } = life
  const dice = whole(step)
  const make = (one = dice, at: Life = life) => steps[step.does](at, one)
  const twin = { ...life, shop: life.twin }
  const found: string[] = []
  const once = async (all: () => Promise<unknown>) => {
    const was = await rowsOf(shop.context.db, life.order)
    const [sold, stored] = [await takenOf(shop.context.db), await contents(shop)]
    const mailed = shop.mails.size
    const answered = answers.length
    // What is settled at a counter and what changes after it are told apart by their time.
    shop.wait(1)
    await all()
    const made = answers.slice(answered)
    const isRefused = made.length > 0 && !made.some(isMade)
    if (isRefused && !isDeepStrictEqual(await contents(shop), stored))
      found.push(`refused, and something is changed: ${made.map(textOf)}`)
    await letJobsRun(life).catch((error: Error) => found.push(`a job fails: ${error.message}`))
    // Of lives before there are still some, such as of a quote that expires.
    const isOfIt = ({ subject, html }: Mail) =>
      new RegExp(`order ${was.number}\\b`, 'i').test(`${subject} ${html}`)
    const mails = [...shop.mails.values()].slice(mailed).filter(isOfIt)
    const [before, since] = [answers.slice(0, answered), answers.slice(answered)]
    // The same request again has the answer that it had, and does nothing.
    const known = new Set(before.filter(isMade).map(textOf))
    const fresh = since.filter((answer) => !known.has(textOf(answer)))
    found.push(...(await judge(life, { was, mails, answers: fresh, step })))
    found.push(...(await limitLies(life, sold)), ...(await reviewLies(life)))
  }
  if (step.again === 'at once') await once(() => Promise.all([make(), make(whole(step), twin)]))
  else {
    await once(make)
    if (step.again === 'same') await once(make)
    if (step.again === 'another') await once(() => make(whole(step)))
  }
  return found
}

/** What the shop stores; cards are the provider's. */
async function contents({ context: { db } }: TestShop) {
  const all = Object.entries(await tableContents(db))
  return all.filter(([name]) => !name.startsWith('sandbox_'))
}

const isMade = ({ status }: Answer) => status === 200
const textOf = ({ path, body, status, reply }: Answer) =>
  JSON.stringify([path, body, status, reply])

interface Happened {
  was: Rows
  mails: Mail[]
  answers: Answer[]
  step: Step
}

async function judge(life: Life, { was, mails, answers, step }: Happened): Promise<string[]> {
  const { shop, order } = life
  const rows = await rowsOf(shop.context.db, order)
  const [before, now] = [standingOf(was), standingOf(rows)]
  if (rows.fulfilment === 'out_for_delivery' && was.fulfilment !== rows.fulfilment) {
    life.dueWhenItLeft = Math.max(0, now.due)
  }
  const due = isAnyMade(rows) ? Math.max(0, now.due) : 0
  const isOut = rows.fulfilment === 'out_for_delivery'
  const asked = isOut && life.dueWhenItLeft !== null ? [due, life.dueWhenItLeft] : [due]
  const moment: Moment = {
    rows,
    now,
    was: before,
    asked,
    left: life.dueWhenItLeft ?? 0,
    times: step.again === 'at once' ? 2 : 1,
  }
  // Where nothing happened, all say what they said.
  const isNews = JSON.stringify([was, life.judgedAt]) !== JSON.stringify([rows, minuteOf(shop)])
  life.judgedAt = minuteOf(shop)
  const isShown = isNews && rows.state === 'placed'
  const pages = isShown
    ? await pagesOf(life, { ...moment, isMoved: was.fulfilment !== rows.fulfilment })
    : []
  const texts: Text[] = [
    ...pages,
    ...answers.map(({ path, reply }) => ({ from: `answer ${path}`, words: sentencesOf(reply) })),
    ...mails.map(({ id, subject, html }) => ({
      from: `mail ${id.replace(/-[0-9a-f]{8}-.*/, '')}`,
      words: `${subject}\n${wordsOf(html)}`,
    })),
  ]
  return [
    ...answers
      .filter(({ status }) => status >= 500)
      .map(({ path, status }) => `${path}: ${status}`),
    ...texts.flatMap((text) => lies(text, moment)),
    ...(isShown ? wholePages(pages, moment) : []),
    ...mustBeTold(answers, moment),
    ...givenAway(life, step, moment),
    ...booksOf(moment),
    ...upiLies(rows, pages.find(({ from }) => from === 'page /admin/order')?.words ?? ''),
    ...(isShown ? await calls(life, moment) : []),
  ]
}

const minuteOf = ({ context: { clock } }: TestShop) => Math.floor(clock.now().getTime() / minuteMs)

/** Messages and errors of an answer, without the data beside them. */
function sentencesOf(reply: Life['answers'][number]['reply']): string {
  const { message = '', detail = '', errors = {} } = reply ?? {}
  return [message, detail, ...Object.values(errors)].join('\n')
}

/** An order that moved stands beside those of another life: then what is said of it alone. */
function onlyOf(number: number, words: string) {
  const parts = words.split(/^(?=Order \d+)/m)
  const own = parts.filter((part) => part.startsWith(`Order ${number}`))
  const orders = parts.filter((part) => part.startsWith('Order '))
  return orders.length > own.length ? own.join('') : words
}

/** The page of an order lists its emails: each is judged when it is sent. */
const withoutSubjects = (words: string) => words.replace(/^Order \d+: [^\n]*/gm, '')

async function pagesOf(
  life: Life,
  { rows, now, was, isMoved }: Moment & { isMoved: boolean },
): Promise<Text[]> {
  const { shop, order, run } = life
  const { owner, customer } = life.tokens
  const { number, quotes, day } = rows
  const link = await linkOf(life)
  const recipients = new URL(await trackingUrl(shop.context, order, 'recipient')).pathname
  const open = quotes.find(({ status }) => status === 'open')
  const quote = `/quote?token=${shop.context.quoteTokens.sign(open?.id ?? '')}`
  const paths: [from: string, path: string | false, token?: string][] = [
    ['/yourorder', '/yourorder', customer],
    ['/track', link],
    ['/pay', payPath(shop.context, order)],
    // It has no price, and no meaning for one.
    ['/recipient', recipients],
    ['/quote', open !== undefined && quote],
    ['/quote/pay', open !== undefined && payPath(shop.context, open.id)],
    ['/quote/pay', open !== undefined && `${payPath(shop.context, open.id)}?all`],
    ['/admin/order', `/admin/orders/${number}`, owner],
    ['/admin/orders', `/admin/orders?q=${number}`, owner],
    ['/admin/runs', `/admin/runs?day=${day}`, owner],
    // The panel is large: it says what is to be collected.
    ['/admin', (isMoved || now.due !== was.due) && `/admin?deliveryDay=${day}`, owner],
    ['/run', run !== '' && `/run/${run}`],
  ]
  return Promise.all(
    paths.map(async ([from, path, token]) => {
      const words = path ? await readPage(shop, path, token) : ''
      // The panel has a catalogue, too, and what other orders brought in.
      const isPanel = from === '/admin'
      const own = isPanel ? (/Collect Rs[^\n]*/.exec(words)?.[0] ?? '') : withoutSubjects(words)
      if (from === '/admin/runs') return { from: `page ${from}`, words: onlyOf(number, words) }
      return { from: `page ${from}`, words: own }
    }),
  )
}

const paid = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100)

function* amountsIn(words: string, pattern: RegExp) {
  for (const [, sign, typed = ''] of words.matchAll(pattern)) yield paid(typed) * (sign ? -1 : 1)
}

const sum = (amounts: Iterable<number>) => [...amounts].reduce((all, one) => all + one, 0)

/** That nothing is missing on the pages of an order. */
function wholePages(pages: Text[], { rows, now, asked }: Moment): string[] {
  const found: string[] = []
  const expect = (isSo: boolean, what: string) => isSo || found.push(what)
  const isAsked = new Set(asked.map((paise) => paise > 0))
  for (const { from, words } of pages.filter((page) =>
    /yourorder|track$|admin\/order$/.test(page.from),
  )) {
    const has = (label: string) => words.includes(`${label} | `)
    expect(has('Paid online') === now.online > 0, `${from}: Paid online of ${now.online}`)
    expect(
      has('Refunded') === now.refunded + now.lost > now.failed,
      `${from}: Refunded ${now.refunded}`,
    )
    expect(isAsked.has(has('Due in cash')), `${from}: Due in cash of ${now.due}`)
    expect(has('Given back') || now.refundedInCash === 0, `${from}: Given back of ${now.givenBack}`)
  }
  const staffs = pages.find(({ from }) => from === 'page /admin/order')?.words ?? ''
  const [, list = ''] =
    /Payments and refunds\n([\s\S]*?)(?:Invoices and credit notes|Tracking links)/.exec(staffs) ??
    []
  const counted = list.replace(/[^\n]*(?:Pending|Cancelled) ·[^\n]*/g, '')
  const listed = sum(amountsIn(counted, /(− )?Rs\. ([\d,.]+)/g))
  const all = now.online + now.taken - now.refunded - now.givenBack - now.lost
  expect(listed === all, `Payments and refunds: ${listed} instead of ${all}`)
  const came = sum(amountsIn(staffs, /()received the payment ₹([\d,.]+)/g))
  expect(came >= now.online, `History: payments of ${came} instead of ${now.online}`)
  const isDisputed = rows.disputes.some(({ is_refundable }) => !is_refundable)
  if (now.online > now.refunded + now.lost && !isDisputed) {
    expect(staffs.includes(`\nRefund order ${rows.number}`), 'no Refund of what was paid online')
  }
  if (now.due < 0 && now.taken > now.givenBack) {
    const owed = Math.min(-now.due, now.taken - now.givenBack)
    const isOffered = pages.some(
      ({ from, words }) =>
        /admin/.test(from) &&
        (words.includes(`Given back: order ${rows.number}`) || /give[^.\n]*back/i.test(words)),
    )
    expect(isOffered, `nobody is asked to give back ${owed} in cash`)
  }
  return found
}

const tells = /orders\/(refund|dropItem|cancelOrders)/

/** An answer names all that went back by it. */
function mustBeTold(answers: Life['answers'], { now, was }: Moment): string[] {
  const told = answers.filter(({ path, status }) => tells.test(path) && status === 200)
  const back = now.refunded - was.refunded
  if (back === 0 || told.length === 0) return []
  const said = told.some(({ reply }) => /₹[\d,.]+ refunded|refunded ₹/.test(sentencesOf(reply)))
  return said ? [] : [`${back} went back, and the answer does not say it`]
}

const perOrder = 50_000
/** In paise. */
const perDay = 80_000
/** By shop and day. */
const givenBy = new WeakMap<TestShop, Map<string, number>>()

const kolkata = ({ context: { clock } }: TestShop, at = clock.now()) =>
  new Date(at.getTime() + 5.5 * hourMs).toISOString()

/** What a colleague gives away needs the permission to refund, and has a limit. */
function givenAway({ shop }: Life, { does, by }: Step, { now, was }: Moment): string[] {
  if (!does.startsWith('shop ') || !by || by === 'owner') return []
  const given = Math.max(0, was.agreed - now.agreed) + now.givenBack - was.givenBack
  if (given === 0) return []
  if (by === 'counter') return [`the counter gives away ${given}`]
  if (given > perOrder) return [`a manager gives away ${given} of an order`]
  const days = givenBy.get(shop) ?? new Map<string, number>()
  const day = kolkata(shop).slice(0, 10)
  const all = given + (days.get(day) ?? 0)
  givenBy.set(shop, days.set(day, all))
  return all > perDay ? [`a manager gives away ${all} on a day`] : []
}

/** What the rows must be among themselves. */
function booksOf({ rows, now }: Moment): string[] {
  const found: string[] = []
  const printed = rows.charges.reduce((all, { paise, paper_id }) => all + (paper_id ? paise : 0), 0)
  const onPapers = rows.papers.reduce(
    (all, { kind, total_paise: total }) => all + (kind === 'invoice' ? total : -total),
    0,
  )
  if (printed !== onPapers) found.push(`papers of ${onPapers} for charges of ${printed}`)
  const left = now.online - now.refunded - now.lost
  const isDisputed = rows.disputes.some(({ is_refundable }) => !is_refundable)
  const tooMuch = -now.due - now.lost - (now.taken - now.givenBack)
  if (tooMuch > 0 && left > 0 && !isDisputed) found.push(`${tooMuch} is not refunded`)
  return found
}

/** What the calls and the CSV of an order say. */
async function calls({ shop, email, tokens, order }: Life, moment: Moment): Promise<string[]> {
  const { rows, now, asked } = moment
  const list = (more: string) =>
    shop.get<ApiOrder[]>(`/orders/adminOrders?q=${rows.number}${more}`, tokens.owner)
  const headers = { authorization: `Bearer ${tokens.owner}` }
  const [mine, ours, door, csv, byCard, inCash] = await Promise.all([
    shop.post<ApiOrder[]>('/orders/viewOrders', { email }, tokens.customer),
    list(''),
    shop.get<{ due: number }>(`/orders/door-money?order=${order}`, tokens.owner),
    shop.api.request(`/orders/export?q=${rows.number}`, { headers }),
    list('&payment=card'),
    list('&payment=cash'),
  ])
  const isIn = ({ body }: { body: ApiOrder[] }) => body.some(({ id }) => id === order)
  const lines: Record<string, string>[] = parse(await csv.text(), { bom: true, columns: true })
  const found: string[] = []
  const expect = (name: string, rupees: unknown, right: number[]) => {
    const paise = toPaise(Number(rupees))
    if (!right.includes(paise)) found.push(`${name} ${paise} instead of ${right.join(' or ')}`)
  }
  const [seen] = mine.body.filter(({ id }) => id === order)
  const [listed] = ours.body.filter(({ id }) => id === order)
  if (seen?.waived !== listed?.waived) found.push(`waived ${seen?.waived} and ${listed?.waived}`)
  for (const [from, shown] of Object.entries({ viewOrders: seen, adminOrders: listed })) {
    expect(`${from}: paidByCard`, shown?.paidByCard, [now.online])
    expect(`${from}: dueInCash`, shown?.dueInCash, asked)
    expect(`${from}: refunded`, shown?.refunded, [now.refunded + now.lost - now.failed])
  }
  // Once it is handed over, staff settle it.
  expect('door-money: due', door.body.due, rows.arrived_at ? [0, ...asked] : asked)
  const inCsv = (...columns: string[]) =>
    lines
      .filter(({ Order }) => Order === `${rows.number}`)
      .reduce((all, line) => columns.reduce((total, name) => total + Number(line[name]), all), 0)
  expect('CSV: Shipping', inCsv('Shipping'), [toPaise(seen?.shipping ?? 0)])
  expect('CSV: Paid by card', inCsv('Paid by card'), [now.online])
  expect('CSV: Refunded', inCsv('Refunded'), [
    now.refunded + now.lost + now.refundedInCash,
    now.refunded + now.lost + now.givenBack,
  ])
  const inAll = inCsv('Paid by card', 'Cash taken', 'UPI taken') - inCsv('Refunded')
  expect('CSV: taken less refunded', inAll, [
    now.online + now.taken - now.refunded - now.givenBack - now.lost,
  ])
  const printed = rows.charges.reduce((all, { paise, paper_id }) => all + (paper_id ? paise : 0), 0)
  expect('CSV: tax and value', inCsv('Taxable value', 'CGST', 'SGST/UTGST', 'IGST'), [printed])
  if (isIn(byCard) !== now.online > 0) found.push(`payment=card: ${now.online} online`)
  // What is found by `cash` is not paid online alone.
  const isCash = now.taken > 0 || now.due > 0
  if (now.online > 0 && !isCash && isIn(inCash)) found.push('payment=cash: paid online')
  return found
}

/** What a customer gets for good, at the end: the papers of the order, and all that the shop keeps of them. */
export async function judgeFiles({ shop, order, tokens }: Life): Promise<string[]> {
  const rows = await rowsOf(shop.context.db, order)
  const headers = { authorization: `Bearer ${tokens.customer}` }
  const get = (path: string) => shop.api.request(path, { headers })
  const data = wordsOf(await (await get('/account/data?as=page')).text())
  const pdf = rows.papers.length > 0 ? await get(`/orders/generatepdf?order=${order}`) : null
  const papers = pdf ? await wordsOfPdf(new Uint8Array(await pdf.arrayBuffer())) : ''
  const shown = (paise: number) =>
    (Math.abs(paise) / 100).toLocaleString('en-IN', {
      minimumFractionDigits: paise % 100 === 0 ? 0 : 2,
    })
  return [
    ...rows.payments
      .filter(({ paise }) => !data.includes(`₹${shown(paise)}`))
      .map(({ paise }) => `the data of a customer lack a payment of ${paise}`),
    ...rows.papers
      .filter(
        ({ total_paise: paise }) =>
          !papers.replaceAll(',', '').includes(shown(paise).replaceAll(',', '')),
      )
      .map(({ serial }) => `the PDF lacks the total of ${serial}`),
  ]
}

/** The month: its sums are those of its orders, and the provider has what the rows say. */
export async function judgeMonth({ shop }: World, owner: string): Promise<string[]> {
  const { db } = shop.context
  const month = kolkata(shop).slice(0, 7)
  const found: string[] = []
  const expect = (what: string, shown: unknown, right: unknown) => {
    if (shown !== right) found.push(`money of ${month}, ${what}: ${shown} instead of ${right}`)
  }
  const words = await readPage(shop, `/admin/money?month=${month}&by=cake`, owner)
  const one = async (select: string): Promise<number> => {
    const { rows } = await db.execute(sql.raw(`select coalesce((${select}), 0)::float8 as n`))
    return Number(rows[0]?.n)
  }
  const within = (at: string) =>
    `to_char(${at} at time zone 'Asia/Kolkata', 'YYYY-MM') = '${month}'`
  const charges = `select sum(c.paise) from order_charges c join orders o on o.id = c.order_id where o.state = 'placed' and ${within('c.created_at')}`
  const cells = (row: string) => {
    const line = words.split('\n').find((text) => text.startsWith(`${row} | `)) ?? ''
    return line
      .split(' | ')
      .slice(1)
      .map((cell) => paid(cell.replace(/[₹]/g, '')))
  }
  expect('charges', cells('All').at(-1), await one(charges))
  const payments = words.slice(words.indexOf('\nPayments\n'))
  const [, count, , total] = /\nAll \| (\d+) \| (-?)₹([\d,.]+)/.exec(payments) ?? []
  const counted = `from order_payments where status in ('succeeded', 'requested', 'failed') and ${within('created_at')}`
  expect('payments', Number(count ?? 0), await one(`select count(*) ${counted}`))
  const signed = /\nAll \| \d+ \| -/.test(payments) ? -1 : 1
  expect('paid', paid(total ?? '0') * signed, await one(`select sum(paise) ${counted}`))
  const sales = /Cake \| Share \| Orders \| Sales\n([\s\S]*?)\nExport as CSV/.exec(words)?.[1] ?? ''
  expect('sales', sum(amountsIn(sales, /(-?)₹([\d,.]+)/g)), await one(charges))
  const riders =
    /Rider \| Orders \| Expected \| Cash \| UPI \| Open\n([\s\S]*?)still open/.exec(words)?.[1] ??
    ''
  const rider = riders
    .split('\n')
    .filter((line) => line.includes(' | '))
    .map((line) =>
      line
        .split(' | ')
        .slice(2)
        .map((cell) => paid(cell.replace('₹', ''))),
    )
  const column = (index: number) => sum(rider.map((row) => row[index] ?? 0))
  const handed: Standing[] = []
  const atDoor = { cash: 0, upi: 0 }
  const { rows: ids } = await db.execute(
    sql.raw(`select id from orders where state = 'placed' and ${within('arrived_at')}`),
  )
  for (const { id } of ids) {
    const rows = await rowsOf(db, String(id))
    handed.push(standingOf(rows))
    for (const { method, cause, paise } of rows.payments)
      if (cause === 'door' && method !== 'provider') atDoor[method] += paise
  }
  const inAll = (of: (standing: Standing) => number) => sum(handed.map(of))
  const between = (what: string, least: number, shown: number, most: number) =>
    expect(`${what} of ${least} to ${most}`, shown, Math.min(most, Math.max(least, shown)))
  const [expected, cash, upi, open] = [0, 1, 2, 3].map(column) as [number, number, number, number]
  expect(
    'open at doors',
    open,
    inAll(({ due }) => Math.max(0, due)),
  )
  // What the counter took before or after may be with it, or not.
  between(
    'cash at doors',
    atDoor.cash,
    cash,
    inAll((all) => all.cash),
  )
  between(
    'UPI at doors',
    atDoor.upi,
    upi,
    inAll((all) => all.upi),
  )
  const over = inAll(({ due }) => Math.max(0, -due))
  between('expected at doors', cash + upi - over, expected, cash + upi + open)
  for (const [, number, costs = '', got = ''] of words.matchAll(
    /Order (\d+) costs (-?₹[\d,.]+), paid (-?₹[\d,.]+)/g,
  )) {
    const id = await db.execute(sql`select id from orders where number = ${Number(number)}`)
    const standing = standingOf(await rowsOf(db, String(id.rows[0]?.id)))
    expect(`order ${number} costs`, paid(costs.replace('₹', '')), standing.charged)
    expect(
      `order ${number} paid`,
      paid(got.replace('₹', '')),
      standing.charged - standing.due - standing.lost,
    )
  }
  const papers = `select sum(case kind when 'invoice' then total_paise else -total_paise end) from order_papers where ${within('issued_at')}`
  for (const [, files = '', ledger = ''] of words.matchAll(
    /: (-?₹[\d,.]+), ledger: (-?₹[\d,.]+)/g,
  )) {
    expect('papers', paid(files.replace('₹', '')), await one(papers))
    expect('ledger of papers', paid(ledger.replace('₹', '')), await one(papers))
  }
  const atProvider = `(select sum(amount_paise) from sandbox_intents where status = 'succeeded') - coalesce((select sum((r ->> 'amountPaise')::integer) from sandbox_intents, jsonb_array_elements(refunds) r), 0)`
  const here = `select sum(paise) from order_payments where provider = 'sandbox' and cause <> 'dispute' and status = 'succeeded'`
  expect('at the provider', await one(`select ${atProvider}`), await one(here))
  return found
}

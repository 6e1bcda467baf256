import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '#platform/clock.ts'
import type { Problem } from '#platform/http/endpoint.ts'
import { loadMonth } from '#shop/accounting/month/read-month.server.ts'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { cashOrders, contradictions } from '../support/cash-orders.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let owner: { token: string; email: string }
let orders: ReturnType<typeof cashOrders>

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  owner = await shop.admin()
  orders = cashOrders(shop, { customer: (await shop.customer()).token, owner: owner.token })
})
afterEach(async () => {
  expect(await contradictions(shop)).toEqual([])
  await shop.close()
})

const reference = '412345678901'
const later = '412345678902'

/** The customer pays ₹1,550 at the door by UPI. */
async function takeUpi(upi = reference) {
  const orderId = await orders.out()
  const money = { method: 'upi', amount: 1550, reference: upi }
  expect((await orders.move(orderId, 'deliver', { money })).status).toBe(200)
  return { orderId, number: (await findOrder(shop.context.db, orderId))?.number }
}

async function upload(file: string | Uint8Array<ArrayBuffer>, token = owner.token) {
  const body = new FormData()
  body.set('file', new File([file], 'statement.csv'))
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const response = await shop.api.request('/money/statement', { method: 'POST', body, headers })
  const answer = (await response.json()) as { message: string; problems: string[] } & Problem
  return { status: response.status, body: answer }
}

const preamble = '\u{feff}Account Name,Cakewala\r\nStatement from,20/11/2026,to,22/11/2026\r\n\r\n'
const heading = 'Txn Date,Value Date,Description,Ref No.,Debit,Credit,Balance'
const credit = (upi: string, amount = '"1,550.00"') =>
  `20/11/2026,20/11/2026,UPI/CR/${upi}/Asha/okbank/Cake,,,${amount},"51,550.00"`
const debit = (upi: string) => `21/11/2026,21/11/2026,UPI/REV/${upi}/Asha,,"1,550.00",,"50,000.00"`
const statement = (...rows: string[]) =>
  `${preamble}${[heading, ...rows, 'Closing balance,,,,,,"51,550.00"'].join('\r\n')}\r\n`

const twoLines =
  'Txn,Value,Description,Ref,Withdrawal,Deposit,Closing\r\nDate,Date,,No.,Amt.,Amt.,Balance'
const short = (upi: string) => `UPI/CR/${upi}/Asha,1550.00,"51,550.00"`

const unmatched = async () =>
  (await loadMonth(shop.context, new URLSearchParams('month=2026-01'))).unmatched
const matchedAt = async (upi: string) => {
  const rows = await shop.context.db
    .select()
    .from(orderPayments)
    .where(eq(orderPayments.reference, upi))
  return rows.map((row) => row.matchedAt)
}
const entries = async () =>
  (await listAuditLog(shop.context.db, { subject: 'money', limit: 9 })).map(
    ({ action, actorEmail, after }) => [action, actorEmail, after],
  )

const none = { count: 0, paise: 0, reversed: 0, reversedPaise: 0 }

describe('a statement of the bank', () => {
  it('says which UPI payments are in the account; the same one again changes nothing', async () => {
    await takeUpi()
    await takeUpi(later)
    const at = shop.context.clock.now()
    const { status, body } = await upload(statement(credit(reference)))
    expect([status, body]).toEqual([
      200,
      { message: '1 more UPI payment is in the account.', problems: [] },
    ])
    expect([await matchedAt(reference), await matchedAt(later)]).toEqual([[at], [null]])
    const entry = ['match-upi', owner.email, { ...none, count: 1, paise: 1550_00 }]
    expect(await entries()).toEqual([entry])

    shop.wait(dayMs)
    const again = await upload(statement(credit(reference)))
    expect([again.status, again.body]).toEqual([
      200,
      { message: 'No more UPI payments are in this statement.', problems: [] },
    ])
    expect([await matchedAt(reference), await entries()]).toEqual([[at], [entry]])

    const longer = await upload(statement(credit(reference), credit(later)))
    expect(longer.body.message).toBe('1 more UPI payment is in the account.')
    expect(await matchedAt(reference)).toEqual([at])
    expect(await unmatched()).toEqual({ late: [], lateCount: 0, youngCount: 0 })
  })

  it('with another amount says so', async () => {
    const { number } = await takeUpi()
    const { status, body } = await upload(statement(credit(reference, '1.00')))
    const problem = `Order ${number}: ₹1,550 was noted, the statement has no ₹1,550 beside ${reference}.`
    expect([status, body.problems]).toEqual([200, [problem]])
    expect([await matchedAt(reference), await entries()]).toEqual([[null], []])
  })

  it.each([
    ['semicolons', statement(credit(reference, '1550.00')).replaceAll(',', ';')],
    ['tabs', statement(credit(reference, '1550.00')).replaceAll(',', '\t')],
    ['a quotation mark in a text', statement(credit(reference).replace('Cake', 'My "best" cake'))],
    ['uneven rows', statement('Brought forward', `${credit(reference)},,`)],
    ['a heading in two lines', statement(credit(reference)).replace(heading, twoLines)],
    ['no heading, if the balance grew by it', `Brought forward,"50,000.00"\n${short(reference)}`],
  ])('may have %s', async (_, file) => {
    await takeUpi()
    expect(await upload(file)).toMatchObject({ status: 200, body: { problems: [] } })
    expect(await matchedAt(reference)).toEqual([shop.context.clock.now()])
  })

  it('with its debit too does not count, also in a later one, or if the first is read again', async () => {
    const { number } = await takeUpi()
    await takeUpi(later)
    const problem = `Order ${number}: ₹1,550 with the reference ${reference} left the account, so it does not count.`
    const both = await upload(statement(credit(later), debit(later), credit(reference)))
    expect(both.body.message).toBe('1 more UPI payment is in the account.')
    shop.wait(2 * dayMs)
    const { body } = await upload(statement(debit(reference)))
    expect(body).toEqual({
      message: 'No more UPI payments are in this statement.',
      problems: [problem],
    })
    expect((await upload(statement(credit(reference)))).body.problems).toEqual([problem])
    expect([await matchedAt(reference), await matchedAt(later)]).toEqual([[null], [null]])
    expect((await unmatched()).late.map(({ isReversed }) => isReversed)).toEqual([true, true])
    const [one, paise] = [1, 1550_00]
    expect(await entries()).toEqual([
      ['match-upi', owner.email, { ...none, reversed: one, reversedPaise: paise }],
      ['match-upi', owner.email, { count: one, paise, reversed: one, reversedPaise: paise }],
    ])
  })

  it('of which a spreadsheet has cut references says so', async () => {
    await takeUpi()
    const { body } = await upload(statement(credit('4.12346E+11'), credit(reference)))
    expect(body).toMatchObject({ message: '1 more UPI payment is in the account.' })
    const cut = credit(reference).replace(reference, 'ASHA').replace(',,,', ',4.12346E+11,,')
    const both = await upload(statement(cut, credit(later)))
    expect(both.body.problems).toEqual([expect.stringContaining('6.33217E+11')])
  })

  it('is between the signs that most rows have: a payer’s text makes no cells', async () => {
    await takeUpi()
    const text = credit(reference, '1.00').replace('Cake', ';;;1550.00;;;1550.00;;;')
    const { body } = await upload(statement(text, credit(later), credit('412345678903')))
    expect(body.problems).toHaveLength(1)
  })

  it('matches no refund', async () => {
    const { orderId } = await takeUpi()
    const refund = { orderId, amount: 1550, reason: 'Sorry', method: 'upi', reference: later }
    const key = crypto.randomUUID()
    expect((await shop.post('/orders/refund', { ...refund, key }, owner.token)).status).toBe(200)
    expect((await upload(statement(credit(later)))).body.problems).toEqual([])
    expect(await matchedAt(later)).toEqual([null])
    expect((await unmatched()).youngCount).toBe(1)
  })

  it.each<[string, string | Uint8Array<ArrayBuffer>, number, string]>([
    ['nothing', '', 422, ''],
    ['a packed file', 'PK\u0003\u0004', 422, 'packed file'],
    ['JSON', `[{"reference":"${reference}"}]`, 422, 'JSON'],
    ['a file without references', 'Date,Text,Amount\n20/11/2026,Cheque,1550.00', 422, '12 digits'],
    ['a web page', `<table><tr><td>UPI/${reference}</td></tr></table>`, 422, 'a web page'],
    ['a PDF', '%PDF-1.4\n1 0 obj', 422, 'a PDF'],
    ['what proves no credit', credit(reference), 422, 'does not show which amounts came in'],
    ['cut references', 'Date,Text,Ref,Credit\n1/2/26,UPI,4.12346E+11,1550', 422, '6.33217E+11'],
    ['20,002 rows', `${credit(reference)}\n`.repeat(20_002), 422, '20,000 rows'],
    ['a million commas', ','.repeat(1_000_000), 422, 'columns'],
    ['a quotation mark left open', `${statement(credit(reference))}"20/11/2026`, 422, 'quotation'],
    ['more than 5 MB', 'x'.repeat(5 * 1024 * 1024 + 1), 413, '5 MB'],
  ])('is not %s', async (_, file, status, part) => {
    await takeUpi()
    const answer = await upload(file)
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(part)])
    expect([await matchedAt(reference), await entries()]).toEqual([[null], []])
  })

  it('is for the owner', async () => {
    for (const role of ['accountant', 'manager', 'counter'] as const) {
      const { token } = await shop.staff(role)
      expect((await upload(statement(credit(reference)), token)).status).toBe(403)
    }
    expect((await upload(statement(credit(reference)), '')).status).toBe(401)
  })
})

describe('what no statement has had', () => {
  it('is listed two days after it was taken, whatever month is shown', async () => {
    expect(await unmatched()).toEqual({ late: [], lateCount: 0, youngCount: 0 })
    const { number } = await takeUpi()
    const taken = shop.context.clock.now()
    shop.wait(hourMs)
    await takeUpi(later)
    shop.wait(2 * dayMs - hourMs - 1)
    expect(await unmatched()).toEqual({ late: [], lateCount: 0, youngCount: 2 })
    shop.wait(1)
    expect(await unmatched()).toMatchObject({ lateCount: 1, youngCount: 1 })
    expect((await unmatched()).late).toMatchObject([
      { orderNumber: number, paise: 1550_00, reference, by: owner.email, createdAt: taken },
    ])
    await upload(statement(credit(reference)))
    expect(await unmatched()).toMatchObject({ late: [], lateCount: 0, youngCount: 1 })
  })

  it('does not have cash', async () => {
    const id = await orders.out()
    await orders.move(id, 'deliver', { money: { method: 'cash', amount: 1550 } })
    expect((await unmatched()).youngCount).toBe(0)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchPayments } from './match-statement.server.ts'
import { readStatement, type StatementRow } from './read-statement.ts'
import type { NotedPayment } from './upi-payments.store.server.ts'

const reference = '412345678901'
const other = '498765432109'

const noted = (more: Partial<NotedPayment> = {}): NotedPayment => ({
  ...{ id: 'a', orderNumber: 1042, paise: 900_00, reference, isMatched: false, isReversed: false },
  ...{ by: 'rider Ravi', createdAt: new Date('2026-11-20T04:30:00Z') },
  ...more,
})
const secondNoted = noted({ id: 'b', orderNumber: 1043, reference: other })

const row = (more: Partial<StatementRow> = {}): StatementRow => ({
  ...{ references: [reference], isDoubtful: false, credits: [], debits: [] },
  ...more,
})
const credit = row({ credits: [900_00] })
const debit = row({ debits: [900_00] })

function match(rows: StatementRow[], payments = [noted()]) {
  const { matched, reversed, problems } = matchPayments(rows, payments)
  return { matched: matched.map(({ id }) => id), reversed: reversed.map(({ id }) => id), problems }
}

const nothing = { matched: [], reversed: [], problems: [] }
const matchedA = { ...nothing, matched: ['a'] }
const reversedA = {
  ...nothing,
  reversed: ['a'],
  problems: [
    `Order 1042: ₹900 with the reference ${reference} left the account, so it does not count.`,
  ],
}
const differing = `Order 1042: ₹900 was noted, the statement has no ₹900 beside ${reference}.`
const unproven = `Order 1042: the statement does not show whether what stands beside ${reference} came in.`
const shared = (number: number, its: string) =>
  `Order ${number}: ${its} is in one row with another number of 12 digits.`

describe('a payment is in the account', () => {
  it('if a row has its reference, and exactly its amount as a credit', () => {
    expect(match([credit])).toEqual(matchedA)
    expect(match([row({ credits: [1_00] }), credit, row()])).toEqual(matchedA)
    expect(match([row({ ...credit, references: [other] })])).toEqual(nothing)
  })

  it.each([
    ['another amount', row({ credits: [900_01] }), differing],
    ['another amount as a debit', row({ debits: [1_00] }), differing],
    ['an amount that may be a debit', row(), unproven],
    ['two numbers', row({ ...credit, isDoubtful: true }), shared(1042, reference)],
  ])('not with %s', (_, one, problem) => {
    expect(match([one])).toEqual({ ...nothing, problems: [problem] })
  })

  it('not if it is a refund', () => {
    expect(match([credit, debit], [noted({ paise: -900_00 })])).toEqual(nothing)
  })
})

describe('what left the account again does not count', () => {
  it('in any order', () => {
    expect(match([credit, debit])).toEqual(reversedA)
    expect(match([debit, credit])).toEqual(reversedA)
    expect(match([debit])).toEqual(reversedA)
  })

  it('also after it was matched', () => {
    expect(match([debit], [noted({ isMatched: true })])).toEqual(reversedA)
  })

  it('also when an earlier statement is read again', () => {
    const reversed = [noted({ isReversed: true })]
    const told = { ...reversedA, reversed: [] }
    expect(match([credit], reversed)).toEqual(told)
    expect(match([credit, debit], reversed)).toEqual(told)
  })

  it('but a charge of the bank for it is another amount', () => {
    expect(match([credit, row({ debits: [2_36] })])).toEqual(matchedA)
  })

  it('but not by a row with the reference of another', () => {
    const both = row({ ...debit, references: [reference, other] })
    expect(match([credit, both], [noted(), secondNoted]).reversed).toEqual([])
  })
})

describe('a row is one payment', () => {
  const both = row({ ...credit, references: [reference, other] })

  it('with the references of two it is neither', () => {
    expect(match([both], [noted(), secondNoted])).toEqual({
      ...nothing,
      problems: [shared(1042, reference), shared(1043, other)],
    })
  })

  it('also after the other was matched, or is a refund', () => {
    for (const first of [noted({ isMatched: true }), noted({ paise: -900_00 })]) {
      const problems = [shared(1043, other)]
      expect(match([both], [first, secondNoted])).toEqual({ ...nothing, problems })
    }
  })

  it('and another number of the bank says nothing', () => {
    expect(match([both])).toEqual(matchedA)
  })

  it('another row may be the payment’s own', () => {
    const own = row({ ...credit, references: [other] })
    expect(match([both, own], [noted(), secondNoted])).toEqual({
      ...nothing,
      matched: ['b'],
      problems: [shared(1042, reference)],
    })
  })
})

it('what was matched before is neither matched nor told', () => {
  const payments = [noted({ isMatched: true })]
  expect(match([credit], payments)).toEqual(nothing)
  expect(match([row({ credits: [800_00] })], payments)).toEqual(nothing)
})

it('rows of any order, and columns of any order, are the same statement', () => {
  const payments = Array.from({ length: 6 }, (_, at) =>
    noted({ id: `${at}`, orderNumber: at, reference: `41234567890${at}`, paise: (at + 1) * 100 }),
  )
  const number = fc.integer({ min: 0, max: 7 }).map((at) => `41234567890${at}`)
  const columns = ['Date', 'Text', 'Ref', 'Debit', 'Credit', 'Details']
  const amount = fc.option(
    fc.integer({ min: 1, max: 7 }).map((rupees) => `${rupees}.00`),
    { nil: '' },
  )
  const cells = fc
    .tuple(fc.constant('1/2/26'), number, fc.option(number, { nil: '' }), amount, amount, amount)
    .map(([date, text, ...rest]) => [date, `UPI/${text}/Asha`, ...rest])
  const shuffled = (length: number) =>
    fc.shuffledSubarray([...Array(length).keys()], { minLength: length })
  const statement = fc
    .array(cells, { maxLength: 12 })
    .chain((rows) => fc.tuple(fc.constant(rows), shuffled(rows.length), shuffled(columns.length)))
  const matchTable = (table: string[][]) => match(readStatement(table).rows, payments)
  fc.assert(
    fc.property(statement, ([rows, rowOrder, columnOrder]) => {
      const moved = (cells: string[]) => columnOrder.map((at) => cells[at] ?? '')
      const others = rowOrder.map((at) => moved(rows[at] ?? []))
      expect(matchTable([moved(columns), ...others])).toEqual(matchTable([columns, ...rows]))
    }),
    { numRuns: 3000 },
  )
})

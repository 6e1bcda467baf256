import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchPayments, type NotedPayment, statementRows } from './match-payments.ts'

const reference = '412345678901'
const other = '498765432109'

const noted = (more: Partial<NotedPayment> = {}): NotedPayment => ({
  ...{ id: 'a', orderNumber: 1042, paise: 900_00, reference, isOpen: true },
  ...{ by: 'rider Ravi', createdAt: new Date('2026-11-20T04:30:00Z') },
  ...more,
})
const secondNoted = noted({ id: 'b', orderNumber: 1043, reference: other })

function match(rows: string[][], payments = [noted()]) {
  const { matched, problems } = matchPayments(statementRows(rows), payments)
  return { matched: matched.map(({ id }) => id), problems }
}

const matchedA = { matched: ['a'], problems: [] }
const nothing = { matched: [], problems: [] }
const differing = `Order 1042: ₹900 was noted, the statement has no ₹900 beside ${reference}.`
const shared = (number: number, its: string) =>
  `Order ${number}: ${its} is in one row with the reference of another payment.`

describe('the reference', () => {
  it.each([
    reference,
    ` ${reference} `,
    `UPI/${reference}/Asha/okbank/Cake`,
    `UPI-ASHA RAO-asha@okbank-${reference}-PAYMENT`,
    `UPI/CR/${reference}`,
    `="${reference}"`,
    `'${reference}`,
    `UPI${reference}X`,
  ])('is found in %s', (cell) => {
    expect(match([['21/11/2026', cell, '900.00']])).toEqual(matchedA)
  })

  it.each([
    `1${reference}`,
    `${reference}1`,
    `0000${reference}`,
    reference.slice(1),
    '4123 4567 8901',
    '4.12346E+11',
    other,
    '',
  ])('is not %s', (cell) => {
    expect(match([['21/11/2026', cell, '900.00']])).toEqual(nothing)
  })
})

describe('the amount', () => {
  it.each([
    ['900'],
    ['900.00'],
    ['900.0'],
    [' 900.00 '],
    ['0900.00'],
    ['₹900'],
    ['₹ 900.00'],
    ['Rs. 900'],
    ['INR 900.00'],
    ['+900.00'],
    [' +900.00'],
    ['900.00 Cr'],
    ['900.00CR'],
    ['900.00 Cr.'],
    ['900.00(Cr)'],
    ['900/-'],
    ['1,23,456.70', 12345670],
    ['123,456.70', 12345670],
    ['1,23,456.7 Cr', 12345670],
    ['₹1,900.05', 1900_05],
  ])('%s is the one', (cell, paise = 900_00) => {
    expect(match([[reference, cell]], [noted({ paise })])).toEqual(matchedA)
  })

  it.each([
    '900.01',
    '90000',
    '9,00',
    '900.001',
    '-900.00',
    '(900.00)',
    '900.00 Dr',
    '900 for a cake',
    'UPI/900/Asha',
    'Cr',
    '',
    `900${' '.repeat(50)}`,
  ])('%s is another', (cell) => {
    expect(match([[reference, cell]])).toEqual({ matched: [], problems: [differing] })
  })

  it('is in a cell of its own, in the row of its reference', () => {
    expect(match([[`${reference} 900.00`], ['', '900.00']])).toEqual({
      ...nothing,
      problems: [differing],
    })
  })
})

describe('what a payment is not matched with', () => {
  const heading = ['Txn Date', 'Description', 'Ref No.', 'Debit', 'Credit', 'Balance', 'Remarks']
  const row = (debit: string, credit: string, remarks = '') => [
    ...['21 Nov', 'UPI', reference, debit, credit, '5,000.00', remarks],
  ]

  it.each([
    ['a credit', row('', '900.00'), true],
    ['a debit', row('900.00', ''), false],
    ['a text of the payer', row('', '1.00', '900.00'), false],
    ['a credit moved by a comma in a text', row('', '900.00').toSpliced(1, 1, 'ASHA', 'RAO'), true],
  ])('%s: %j', (_, cells, isMatched) => {
    const problems = isMatched ? [] : [differing]
    expect(match([heading, cells])).toEqual({ matched: isMatched ? ['a'] : [], problems })
  })

  it.each([
    ['Withdrawal Amt.', 'Deposit Amt.'],
    ['Withdrawal (Dr)', 'Deposit (Cr)'],
    ['DR', 'CR'],
    ['Debit Amount (INR)', 'Credit Amount (INR)'],
    ['Withdrawals', 'Deposits'],
  ])('what left the account by columns %s and %s', (debit, credit) => {
    const columns = ['Value Date', 'Narration', debit, credit]
    const [out, back] = [
      ['1/2/26', reference, '900', ''],
      ['1/2/26', reference, '', '900'],
    ]
    expect(match([columns, out]).matched).toEqual([])
    expect(match([columns, back]).matched).toEqual(['a'])
    // A preamble is no heading of theirs, and rows after it may be before the heading.
    expect(match([['Statement date: today', debit], columns, back]).matched).toEqual(['a'])
  })

  it.each([
    [['900.00', 'Cr', '5,000.00', 'Cr'], ['a']],
    [['900.00', 'CR', '5,000.00', 'DR'], ['a']],
    [['900.00', 'Dr', '5,000.00', 'Cr'], []],
    [['900.00', ' DEBIT ', '5,000.00'], []],
    [['900.00', '(Dr)'], []],
    [['900.00', 'D'], []],
    [['900.00', 'C'], ['a']],
  ])('what left the account by a column of its own: %j', (cells, matched) => {
    const columns = ['Date', 'Description', 'Amount', 'Dr / Cr', 'Balance', 'Dr / Cr']
    expect(match([columns, ['21/11/2026', reference, ...cells]]).matched).toEqual(matched)
  })
})

describe('a row is one payment', () => {
  const both = [reference, `${other} is my number`, '900.00']

  it('with the references of two it is neither', () => {
    expect(match([both], [noted(), secondNoted])).toEqual({
      matched: [],
      problems: [shared(1042, reference), shared(1043, other)],
    })
  })

  it('also after the other was matched, or is a refund', () => {
    const payments = [noted({ isOpen: false }), secondNoted]
    expect(match([both], payments)).toEqual({ matched: [], problems: [shared(1043, other)] })
  })

  it('and numbers that nobody noted say nothing', () => {
    expect(match([both])).toEqual(matchedA)
    expect(match([[reference, reference, '900.00']])).toEqual(matchedA)
  })

  it('another row may be the payment’s own', () => {
    expect(match([both, [other, '900.00']], [noted(), secondNoted])).toEqual({
      matched: ['b'],
      problems: [shared(1042, reference)],
    })
    expect(match([[reference, '5.00'], [reference, '900.00'], [reference]])).toEqual(matchedA)
  })
})

it('what was matched before is neither matched nor told', () => {
  const payments = [noted({ isOpen: false })]
  expect(match([[reference, '900.00']], payments)).toEqual(nothing)
  expect(match([[reference, '800.00']], payments)).toEqual(nothing)
})

it('rows of any order, and columns of any order, are the same statement', () => {
  const payments = Array.from({ length: 6 }, (_, at) =>
    noted({ id: `${at}`, orderNumber: at, reference: `41234567890${at}`, paise: (at + 1) * 100 }),
  )
  const number = fc.integer({ min: 0, max: 7 }).map((at) => `41234567890${at}`)
  const columns = ['Date', 'Text', 'Ref', 'Debit', 'Credit', 'Balance']
  const amount = fc.option(
    fc.integer({ min: 1, max: 7 }).map((rupees) => `${rupees}.00`),
    { nil: '' },
  )
  const row = fc
    .tuple(fc.constant('1/2/26'), number, fc.option(number, { nil: '' }), amount, amount, amount)
    .map(([date, text, ...rest]) => [date, `UPI/${text}/Asha`, ...rest])
  const shuffled = (length: number) =>
    fc.shuffledSubarray([...Array(length).keys()], { minLength: length })
  const statement = fc
    .array(row, { maxLength: 12 })
    .chain((rows) => fc.tuple(fc.constant(rows), shuffled(rows.length), shuffled(columns.length)))
  fc.assert(
    fc.property(statement, fc.boolean(), ([rows, rowOrder, columnOrder], hasHeading) => {
      const moved = (cells: string[]) => columnOrder.map((at) => cells[at] ?? '')
      const heading = hasHeading ? [columns] : []
      const others = rowOrder.map((at) => moved(rows[at] ?? []))
      expect(match([...heading.map(moved), ...others], payments)).toEqual(
        match([...heading, ...rows], payments),
      )
    }),
  )
})

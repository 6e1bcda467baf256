import { describe, expect, it } from 'vitest'
import { itemStatuses } from '#shop/orders/item-status.ts'
import {
  maxProblemLength,
  readBakerAction,
  statusAfter,
  statusSentence,
} from './apply-baker-action.server.ts'
import { encodeAction } from './item-actions.tsx'

const unchangedWork = { leadHours: null, workMinutes: null, note: '' }

function read(data: '' | '1' | '2' | '3', msg: string) {
  return readBakerAction({ data, msg, work: unchangedWork })
}

describe('a price', () => {
  it.each([
    '1',
    '1450',
    '0.01',
    '99.5',
    ' 1450.75 ',
    '1000000',
    '007',
    '1,450',
    '₹ 1,450',
    'Rs. 1450.00',
  ])('is %j', (text) => expect(read('1', text)).toMatchObject({ kind: 'quote' }))

  it.each([
    ['', 'Please enter the price in rupees.'],
    ['  ', 'Please enter the price in rupees.'],
    ['0', 'The price must be more than 0.'],
    ['0.00', 'The price must be more than 0.'],
    ['1000000.01', 'The price can be at most Rs. 10,00,000.'],
    ['9'.repeat(400), 'The price can be at most Rs. 10,00,000.'],
    ...['-5', '1.005', '1e3', '0x10', '1,45', 'Infinity', 'NaN', '.5', '5.', '१०० रु'].map(
      (text) => [text, 'Please enter the price as a number, like 1450.'],
    ),
  ])('is not %j', (text, sentence) => {
    expect(read('1', text)).toBe(sentence)
  })
})

describe('a problem', () => {
  it.each(['No oven', 'ಕನ್ನಡ 🎂', 'x'.repeat(maxProblemLength)])('is %j', (text) => {
    expect(read('2', text)).toMatchObject({ kind: 'reject' })
  })

  it.each(['', ' \n\t', 'x'.repeat(maxProblemLength + 1)])('is not %j', (text) => {
    expect(read('2', text)).toMatch(/^Please (enter|use)/)
  })
})

it.each([
  ['', 'whatever', { kind: 'confirm' }],
  ['1', '1450.50', { kind: 'quote', pricePaise: 145_050, work: unchangedWork }],
  ['1', '₹ 2,400', { kind: 'quote', pricePaise: 240_000, work: unchangedWork }],
  ['1', '', 'Please enter the price in rupees.'],
  ['2', ' We have no mangoes. ', { kind: 'reject', problem: 'We have no mangoes.' }],
  ['2', ' ', 'Please enter what the problem is.'],
  ['3', ' Which blue? ', { kind: 'ask', words: 'Which blue?' }],
  ['3', '\n', 'Please enter your question.'],
  ['3', 'x'.repeat(501), 'Please use at most 500 characters.'],
] as const)('data %j with %j is read as %j', (data, msg, expected) => {
  expect(read(data, msg)).toEqual(expected)
})

it('a typed price is sent as it is, with the work that the baker set', () => {
  const work = { leadHours: 30, workMinutes: 0, note: 'With a bow' }
  const { data, msg, ...sent } = { ...encodeAction({ kind: 'quote', price: '₹ 1,450.50', work }) }
  expect(readBakerAction({ data: `${data}`, msg, work: { ...unchangedWork, ...sent } })).toEqual({
    kind: 'quote',
    pricePaise: 145_050,
    work,
  })
})

describe('an item whose status does not allow an action', () => {
  const actions = [
    { kind: 'confirm' },
    { kind: 'quote', pricePaise: 100, work: unchangedWork },
    { kind: 'reject', problem: 'No' },
    { kind: 'ask', words: 'Which?' },
  ] as const
  const items = itemStatuses.flatMap((status) =>
    [false, true].map((customize) => ({ status, customize })),
  )

  it('has a sentence of its own for each status', () => {
    const stuck = items.filter((item) => actions.some((action) => !statusAfter(action, item)))
    for (const item of stuck) expect(statusSentence(item)).toMatch(/^(is|was|waits|has) .*[^.]$/)
    expect(new Set(stuck.map(statusSentence)).size).toBe(itemStatuses.length + 1)
  })
})

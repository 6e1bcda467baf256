import { good, rows, type Scenario } from './scenario.ts'

const month = '2026-11'
const count = { day: '2026-11-19', counted: '0', note: '' }

const statement = 'Date,Text,Credit\n19/11/2026,UPI/412345678901/Asha,900.00\n'

const ownCoupon = {
  ...{ code: 'FEST', off: '10%', from: '500', categories: 'Chocolate', isForFirstOrder: 'no' },
  ...{ maxUses: '100', maxEach: '1', startsOn: '2026-11-20', endsOn: '2026-11-30' },
}

/** What an owner and their accountant take from a month. */
export function goodMoney(): Scenario[] {
  const owner = { who: 'admin' as const }
  return [
    good('GET /money/return', 'a section of the return', {
      ...owner,
      path: `/money/return?month=${month}&section=b2cs`,
    }),
    good('GET /money/sales', 'the sales of a month', {
      ...owner,
      path: `/money/sales?month=${month}&by=cake`,
    }),
    good('GET /money/papers', 'all papers of a month', {
      ...owner,
      path: `/money/papers?month=${month}`,
    }),
    good('POST /money/close-day', 'counts the cash of a day', { ...owner, body: count }),
    good('POST /money/statement', 'looks for UPI payments', { ...owner, file: statement }),
    good('POST /coupons', 'adds a coupon', { ...owner, body: ownCoupon }),
    good('GET /coupons/check', 'what it takes off', { path: '/coupons/check?code=fest' }),
    good('POST /coupons/end', 'ends it', { ...owner, body: { code: 'FEST' } }),
  ]
}

export function refusedMoney(): Scenario[] {
  const closed = (more: object) => ({ who: 'admin' as const, body: { ...count, ...more } })
  const coupon = (more: object) => ({ who: 'admin' as const, body: { ...ownCoupon, ...more } })
  const sent = (file: string) => ({ who: 'admin' as const, file })
  const _path = (query: string) => ({ who: 'admin' as const, path: `/money/return?${query}` })
  return [
    ...rows('GET /money/papers', [
      ['a month without papers', { who: 'admin', path: '/money/papers?month=2020-01' }, 404],
    ]),
    ...rows('POST /money/close-day', [
      ['a day to come', closed({ day: '2099-01-01' }), 422, ['day']],
      ['no amount', closed({ counted: 'some' }), 422, ['counted']],
      ['more than there is', closed({ counted: '99999999999' }), 422, ['counted']],
      ['a difference without a note', closed({ counted: '100', note: ' ' }), 422, ['note']],
    ]),
    ...rows('GET /coupons/check', [
      ['no code', { path: '/coupons/check?code=' }, 422, ['code']],
      ['a code that is none', { path: '/coupons/check?code=NOWHERE' }, 409, ['coupon']],
    ]),
    ...rows('POST /coupons', [
      ['more than 90%', coupon({ off: '91%' }), 422, ['off']],
      ['all of a cake', coupon({ off: '500' }), 422, ['from']],
      ['cakes that nobody sells', coupon({ categories: 'Bread' }), 422, ['categories']],
      ['a last day before the first', coupon({ endsOn: '2026-11-19' }), 422, ['endsOn']],
    ]),
    ...rows('POST /money/statement', [
      ['nothing', sent(''), 422, ['file']],
      ['a workbook', sent('PK\u0003\u0004'), 422],
      ['no reference', sent('Date,Text,Credit'), 422],
    ]),
  ]
}

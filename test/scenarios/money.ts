import { good, rows, type Scenario } from './scenario.ts'

const month = '2026-11'

/** What an owner and their accountant take from a month. */
export function goodMoney(): Scenario[] {
  const owner = { who: 'admin' as const }
  return [
    good('GET /money/return', 'a section of the return', {
      ...owner,
      path: `/money/return?month=${month}&section=b2cs`,
    }),
    good('GET /money/papers', 'all papers of a month', {
      ...owner,
      path: `/money/papers?month=${month}`,
    }),
  ]
}

export function refusedMoney(): Scenario[] {
  const path = (query: string) => ({ who: 'admin' as const, path: `/money/return?${query}` })
  return [
    ...rows('GET /money/return', [
      ['no month', path('section=b2b'), 422, ['month']],
      ['a month that is none', path('month=2026-13&section=b2b'), 422, ['month']],
      ['a section that there is not', path(`month=${month}&section=b2x`), 422, ['section']],
    ]),
    ...rows('GET /money/papers', [
      ['no month', { who: 'admin', path: '/money/papers' }, 422, ['month']],
      ['a month without papers', { who: 'admin', path: '/money/papers?month=2020-01' }, 404],
    ]),
  ]
}

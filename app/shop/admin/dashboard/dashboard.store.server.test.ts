import { describe, expect, it } from 'vitest'
import { fillDays } from './dashboard.store.server.ts'

describe('fillDays', () => {
  const now = new Date('2026-03-01T06:00:00Z')

  it('has thirty days that end today, across the end of a month', () => {
    const days = fillDays([], now).map(({ day }) => day)
    expect(days).toHaveLength(30)
    expect([days[0], days[27], days[28], days[29]]).toEqual([
      '2026-01-31',
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ])
  })

  it('puts 0 where nothing came in, and leaves out other days', () => {
    const found = [
      { day: '2026-02-28', orders: 2, revenuePaise: 180_000 },
      { day: '2025-12-31', orders: 9, revenuePaise: 9 },
    ]
    const series = fillDays(found, now)
    expect(series[28]).toEqual(found[0])
    expect(series.reduce((sum, { orders }) => sum + orders, 0)).toBe(2)
  })
})

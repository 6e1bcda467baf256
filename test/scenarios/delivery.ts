import { everyDay, newZone, settings } from '../support/delivery.ts'
import { good, rows, type Scenario } from './scenario.ts'

// Without a zone: the other scenarios go on ordering at any time.
const saved = { ...settings({ zones: [] }), version: 0 }
const slotId = '00000000-0000-4000-8000-000000000404'
const diwali = { day: '2026-11-08', closedReason: 'Diwali', kitchenMinutes: null, places: {} }

export function goodDelivery(): Scenario[] {
  const owner = { who: 'admin' as const }
  return [
    good('GET /delivery/options', 'when a cake can come', {
      path: '/delivery/options?pincode=560001&lines=truffle:1:1&days=7',
    }),
    good('GET /delivery/earliest', 'what the shop can promise', {
      path: '/delivery/earliest?pincode=560001&lines=truffle:1:1',
    }),
    good('GET /delivery/settings', 'zones and slots', owner),
    good('POST /delivery/settings', 'saves zones and slots', {
      ...owner,
      body: saved,
      more: { zones: [newZone()] },
    }),
    good('POST /delivery/day', 'closes a day', {
      ...owner,
      body: diwali,
      more: { reason: 'More hands', places: { [slotId]: 5 } },
    }),
  ]
}

export function refusedDelivery(): Scenario[] {
  const owner = (body: object) => ({ who: 'admin' as const, body })
  const ask = (query: string) => ({ path: `/delivery/options?${query}` })
  const earliest = (query: string) => ({ path: `/delivery/earliest?${query}` })
  return [
    ...rows('GET /delivery/earliest', [
      ['a line that is none', earliest('pincode=560001&lines=truffle'), 422, ['lines.0']],
      ['a pincode of 7 digits', earliest('pincode=5600011'), 422, ['pincode']],
    ]),
    ...rows('GET /delivery/options', [
      ['a day that is none', ask('from=2026-02-30'), 422, ['from']],
      ['a day at the end of the calendar', ask('from=9999-12-31&days=7'), 422, ['from']],
      ['a day at its beginning', ask('from=0001-01-01&days=7'), 422, ['from']],
    ]),
    ...rows('POST /delivery/settings', [
      ['an old version', owner({ ...saved, version: 99 }), 409],
      [
        'a zone without pincodes',
        owner({ ...saved, zones: [newZone({ pincodes: [] })] }),
        422,
        ['zones.0.pincodes'],
      ],
      [
        'overlapping slots',
        owner({ ...saved, slots: [...everyDay().slice(0, 1), ...everyDay().slice(0, 1)] }),
        422,
        ['slots.1.startMinute'],
      ],
    ]),
    ...rows('POST /delivery/day', [
      ['30 February', owner({ ...diwali, day: '2026-02-30' }), 422, ['day']],
    ]),
  ]
}

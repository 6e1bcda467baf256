import { expect, it } from 'vitest'
import { shiftDay } from '#shop/values/kolkata-time.ts'
import { requestDays } from './use-slot-days.ts'

const today = '2026-11-20'

/** A shop that takes orders for so many days, and sends 63 of them at once. */
function openShop(horizon: number) {
  const requests: object[] = []
  const last = shiftDay(today, horizon - 1)
  const send = async (part: { from?: string; days: number }) => {
    requests.push(part)
    const from = part.from ?? today
    const dates = Array.from({ length: part.days }, (_, n) => shiftDay(from, n))
    const days = dates
      .filter((day) => day <= last)
      .map((day) => ({ day, closedReason: null, slots: [] }))
    return { hasZones: true, zone: null, days }
  }
  return { send, requests }
}

it.each([
  [7, 61, 7, [{ days: 7 }]],
  [63, 61, 61, [{ days: 63 }]],
  [126, 61, 61, [{ days: 63 }]],
  [126, 366, 126, [{ days: 63 }, { from: '2027-01-22', days: 63 }]],
  [126, 63, 63, [{ days: 63 }, { from: '2027-01-22', days: 63 }]],
  [70, 366, 70, [{ days: 63 }, { from: '2027-01-22', days: 7 }]],
])('%i days, where orders are taken for %i, are %i', async (count, horizon, found, calls) => {
  const { send, requests } = openShop(horizon)
  const { days } = await requestDays(count, send)
  expect(days.map(({ day }) => day)).toEqual(
    Array.from({ length: found }, (_, n) => shiftDay(today, n)),
  )
  expect(requests).toEqual(calls)
})

import { expect, it } from 'vitest'
import { quietSeconds } from './notice-wishes.ts'

const at = (time: string) => new Date(`2026-11-20T${time}:00+05:30`)
const night = { quietFrom: '22:00', quietUntil: '07:00' }
const noon = { quietFrom: '12:00', quietUntil: '13:30' }

it.each([
  [night, '21:59', 0],
  [night, '22:00', 9 * 3600],
  [night, '00:30', 6.5 * 3600],
  [night, '06:59', 60],
  [night, '07:00', 0],
  [noon, '11:59', 0],
  [noon, '12:00', 5400],
  [noon, '13:30', 0],
  [{ quietFrom: '', quietUntil: '' }, '00:00', 0],
  [{ quietFrom: '08:00', quietUntil: '08:00' }, '09:00', 0],
])('of %o at %s %d seconds are left', (quiet, time, seconds) => {
  expect(quietSeconds(quiet, at(time))).toBe(seconds)
})

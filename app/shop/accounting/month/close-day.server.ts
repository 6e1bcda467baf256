import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { boundsOfDay, formatDay, kolkataDay } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { parseRupees } from '#shop/values/typed/typed-amount.ts'
import { dayCloseSchema } from './day-close.schema.ts'
import { cashByDay, closesOfDays, type DayClose } from './month.store.server.ts'
import { boundsOfMonth } from './month.ts'

const closeDayEndpoint = endpoint({
  method: 'POST',
  path: '/money/close-day',
  tag: 'Money',
  summary: 'Close a day',
  description:
    'Records the cash that was counted, beside what riders and the counter have taken. It may be done again: the last count of a day holds. 422 for a day to come, and for a difference without a note.',
  access: 'close-day',
  body: dayCloseSchema,
  response: messageSchema,
})

export type CloseDay = typeof closeDayEndpoint

/**
 * Records what was counted at the end of a day, beside what was expected. It is an entry of the audit log, which is only
 * added to and kept for as long as the shop runs: the newest one counts, those before are its history.
 */
export function serveDayClose(api: Api, { db, clock }: AppContext) {
  api.serve(closeDayEndpoint, async ({ body: { day, counted, note } }, { caller: by }) => {
    const at = clock.now()
    if (day > kolkataDay(at)) throw fieldError('invalid', 'day', 'This day is still to come.')
    const countedPaise = parseRupees(counted) ?? 0
    return db.transaction(async (tx) => {
      const expectedPaise = (await cashByDay(tx, boundsOfDay(day))).get(day) ?? 0
      const differs = countedPaise !== expectedPaise
      if (differs && note === '') {
        const sentence = `${formatInr(expectedPaise)} was expected. Please say why it differs.`
        throw fieldError('invalid', 'note', sentence)
      }
      const before = (await closesOfDays(tx, { first: day, last: day })).get(day)
      const after: DayClose = { expectedPaise, countedPaise, note }
      const entry = { at, by, action: 'close-day', subject: 'money', subjectId: day } as const
      await recordAudit(tx, { ...entry, before, after })
      const expected = differs ? `, ${formatInr(expectedPaise)} expected` : ''
      return { message: `${formatDay(day)}: ${formatInr(countedPaise)} counted${expected}.` }
    })
  })
}

/**
 * The days of a month with cash that riders and the counter have taken by now, or with a count, newest first; `close` is
 * the newest count.
 */
export async function cashDays(db: Database, month: string) {
  const [cash, closes] = await Promise.all([
    cashByDay(db, boundsOfMonth(month)),
    closesOfDays(db, { first: `${month}-01`, last: `${month}-31` }),
  ])
  const days = [...new Set([...cash.keys(), ...closes.keys()])].sort().reverse()
  return days.map((day) => ({
    day,
    expectedPaise: cash.get(day) ?? 0,
    close: closes.get(day) ?? null,
  }))
}

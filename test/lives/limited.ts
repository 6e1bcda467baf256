import { sql } from 'drizzle-orm'
import { hourMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { anyDay, type CakeDays } from '#shop/cakes/cake-days.ts'
import { cakeChanged } from '#shop/cakes/published-cakes.server.ts'
import { kolkataDay, shiftDay, shortWeekdays, weekdayOf } from '#shop/values/kolkata-time.ts'
import { checkoutOf, truffleLine } from '../support/checkout-steps.ts'
import type { TestShop } from '../support/test-shop.ts'
import { type Act, ask, atItsTotal, type Life } from './calls.ts'
import { notMade } from './oracle.ts'

/** A cake whose days and pieces are limited in some lives, and what goes into the box beside it. */
export const plum = {
  ...{ id: 'plum', name: 'Plum Cake', price: 600, category: 'Fruit', flavours: ['Plum'] },
  ...{ weight: ['1'], stock: 5 },
}
export const candle = {
  ...{ id: 'candle', name: 'Candle', price: 40.5, category: 'Extra: Candles', flavours: ['5'] },
  ...{ weight: ['0'], stock: 5, leadHours: 0, workMinutes: 0, minutesPerKg: 0 },
}
const plain = { ...truffleLine, bname: '', chosen: [] }
export const plumLine = { ...plain, cakeid: plum.id, flavour: 'Plum', price: plum.price }
export const candleLine = {
  ...{ ...plain, cakeid: candle.id, flavour: '5', wt: '0', price: candle.price },
}

/** The zone that the cake travels to. */
export const city = 'Central Bengaluru'

/** By the day of the order, and how many pieces others have taken from then on. */
export const limits = {
  'two a day': (_, taken) => ({ piecesADay: taken + 2 }),
  'two in all': (day, taken) => ({ piecesInAll: taken + 2, fromDay: day }),
  'on one day': (day) => ({ fromDay: day, untilDay: day }),
  'on a weekday': (day) => ({ weekdays: [shortWeekdays[weekdayOf(day)] ?? ''] }),
  'in the city': () => ({ zones: [city] }),
} satisfies Record<string, (day: string, taken: number) => Partial<CakeDays>>

export type Limit = keyof typeof limits

/** Limits the cake in a life, or not. */
export async function limitCake({ shop, twin, day }: Life, limit?: Limit) {
  const later = (await takenOf(shop.context.db)).filter((one) => one.day >= day)
  const days = limit ? limits[limit](day, sumOf(later)) : {}
  await shop.editCake({ ...anyDay, ...days }, plum.id)
  await twin.context.publishedCakes.reload([cakeChanged(plum)])
}

interface Taken {
  /** 'YYYY-MM-DD' */
  day: string
  /** Whether it goes to the suburbs. */
  isFar: boolean
  pieces: number
}

const sumOf = (taken: readonly Taken[]) => taken.reduce((sum, { pieces }) => sum + pieces, 0)

/** Pieces of the cake that orders have by the rows, of all lives. */
export async function takenOf(db: Database): Promise<Taken[]> {
  const { rows } = await db.execute(sql`
    select to_char(coalesce(o.slot_starts_at, o.delivery_at) at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day,
      o.address like '%,5601%' as "isFar", sum(i.amount)::integer as pieces
    from orders o join order_items i on i.order_id = o.id
    where i.cake_id = ${plum.id} and o.state <> 'expired' and i.status not in ${notMade} group by 1, 2`)
  return rows as unknown as Taken[]
}

interface LimitRow {
  aDay: number | null
  inAll: number | null
  from: string
  until: string
  weekdays: string[]
  zones: string[] | null
}

async function readLimit(db: Database) {
  const { rows } = await db.execute(sql`
    select pieces_a_day as "aDay", pieces_in_all as "inAll", coalesce(from_day::text, '') as from,
      coalesce(until_day::text, '9999') as until, weekdays, zones from cakes where id = ${plum.id}`)
  const limit = rows[0] as unknown as LimitRow
  const { from, until, weekdays } = limit
  const isIn = (day: string) => day >= from && day <= until
  const isMade = (day: string) =>
    isIn(day) && (weekdays.length === 0 || weekdays.includes(shortWeekdays[weekdayOf(day)] ?? ''))
  return { ...limit, isIn, isMade }
}

/** Where more is sold than there is, or for a day or zone that it has not, and where its card says a wrong day. */
export async function limitLies({ shop }: Life, was: readonly Taken[]): Promise<string[]> {
  const { db } = shop.context
  const [limit, now] = [await readLimit(db), await takenOf(db)]
  return [...soldTooMuch(limit, was, now), ...(await wrongDay(shop, limit, now))]
}

type ReadLimit = Awaited<ReturnType<typeof readLimit>>

/** What was ordered before a limit stays: only what has become more counts. */
function soldTooMuch(
  { aDay, inAll, zones, isIn, isMade }: ReadLimit,
  was: readonly Taken[],
  now: readonly Taken[],
): string[] {
  const grown = (is: (one: Taken) => boolean) => {
    const sold = sumOf(now.filter(is))
    return sold > sumOf(was.filter(is)) ? sold : 0
  }
  const days = [...new Set(now.map(({ day }) => day))]
  const found: [sold: number, most: number | null, where: string][] = [
    [grown(({ day }) => isIn(day)), inAll, 'in all'],
    [grown(({ isFar }) => isFar), zones && 0, 'in the suburbs'],
  ]
  for (const day of days)
    found.push([grown((one) => one.day === day), isMade(day) ? aDay : 0, `on ${day}`])
  return found
    .filter(([sold, most]) => sold > (most ?? Number.POSITIVE_INFINITY))
    .map(([sold, most, where]) => `${sold} pieces ${where}, of ${most}`)
}

/** Its next day is the first with a piece left. */
async function wrongDay(
  shop: TestShop,
  { aDay, inAll, isIn, isMade }: ReadLimit,
  now: readonly Taken[],
): Promise<string[]> {
  const isLeft = (most: number | null, is: (one: Taken) => boolean) =>
    most === null || sumOf(now.filter(is)) < most
  const hasLeft = (day: string) =>
    isMade(day) && isLeft(aDay, (one) => one.day === day) && isLeft(inAll, (one) => isIn(one.day))
  const { availability, leadHours } = (await shop.get<Cake>(`/cakes/${plum.id}`)).body
  const first = kolkataDay(new Date(shop.context.clock.now().getTime() + leadHours * hourMs))
  const soon = Array.from({ length: 40 }, (_, ahead) => shiftDay(first, ahead))
  const [said, right] = [availability ? availability.nextDay : first, soon.find(hasLeft) ?? null]
  return said === right ? [] : [`the next day of the limited cake is ${said}, not ${right}`]
}

export const limitedSteps = {
  'others order the limited cake': async (life, { pick, id }) => {
    const customer = { name: 'Meera', email: '', mobileno: '9700000001' }
    const order = [{ ...plumLine, amount: 1 + pick }]
    const checkout = checkoutOf({ order, time: `${life.day}T16:00`, checkoutId: id })
    await atItsTotal((amount) =>
      ask(life, 'owner', '/orders/take', {
        ...{ customer, paid: { method: 'cash' }, checkout: { ...checkout, amount } },
      }),
    )
  },
} satisfies Record<string, Act>

import { daySeconds } from '#platform/clock.ts'
import { may, type Permission } from '#shop/accounts/permissions.ts'
import type { Role } from '#shop/accounts/roles.ts'
import { type NoticeEvent, noticeEvents } from '#shop/mails/notice-events.ts'
import { toKolkataInput } from '#shop/values/kolkata-time.ts'

/** How somebody of the bakery is told, as they read it. */
export const noticeWays = { mail: 'By email', push: 'On my phone' } as const
export type NoticeWay = keyof typeof noticeWays

export type Wishes = Record<NoticeWay, readonly NoticeEvent[]>

/** From when until when somebody is told only of what is for today: 'HH:MM' in Kolkata, both '' for never. */
export interface Quiet {
  quietFrom: string
  quietUntil: string
}

export const allEvents = Object.keys(noticeEvents) as NoticeEvent[]

/** Everything stands in the mailbox of the shop already, so colleagues choose what they want by mail. */
export const firstWishes: Wishes = { mail: [], push: allEvents }
export const firstWishesOfShop: Wishes = { mail: allEvents, push: [] }

const permissions: Partial<Record<NoticeEvent, Permission>> = { money: 'refund' }

/** Whether somebody of this role may hear of an event. */
export function mayHear(role: Role, event: NoticeEvent): boolean {
  return may(role, permissions[event] ?? 'see-orders')
}

/** How many seconds of quiet are left, 0 outside of it. It may last over midnight. */
export function quietSeconds({ quietFrom, quietUntil }: Quiet, now: Date): number {
  const until = secondsAt(quietUntil)
  const secondsTo = (time: string) => (until - secondsAt(time) + daySeconds) % daySeconds
  const left = secondsTo(toKolkataInput(now).slice(11))
  return quietFrom !== '' && left > 0 && left <= secondsTo(quietFrom) ? left : 0
}

/** Of 'HH:MM', since midnight. */
function secondsAt(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 3600 + minutes * 60
}

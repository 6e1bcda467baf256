import { minuteMs } from '#platform/clock.ts'
import type { Paise } from './money.ts'

/** From so many minutes after the slot's end, so much comes back. */
interface LateStep {
  minutes: number
  /** What the delivery cost, or so many percent of the order. */
  gives: 'delivery' | number
}

/** The published price of being late; without any step nothing is promised. */
export type LateScale = readonly LateStep[]

/** What an order costs its customer by now. */
interface LateOrder {
  /** Its delivery: the zone's fee and the slot's surcharge. */
  deliveryPaise: Paise
  /** All that is paid and not refunded, and all that is due in cash. */
  totalPaise: Paise
}

/** The refund for so many whole minutes after the slot's end: the maximum of the reached steps, and never more than all. */
export function latePrice(
  scale: LateScale,
  minutes: number,
  { deliveryPaise, totalPaise }: LateOrder,
): Paise {
  const reached = scale.filter((step) => minutes >= step.minutes)
  const amounts = reached.map(({ gives }) =>
    gives === 'delivery' ? deliveryPaise : Math.floor((totalPaise * gives) / 100),
  )
  return Math.min(totalPaise, Math.max(0, ...amounts))
}

/** The whole minutes from a slot's end to an instant; 0 before it. */
export function minutesLate(slotEndsAt: Date, at: Date): number {
  return Math.max(0, Math.floor((at.getTime() - slotEndsAt.getTime()) / minuteMs))
}

/** As customers read it: 'From 30 minutes after your slot: what the delivery cost'. */
export function lateStepText({ minutes, gives }: LateStep): string {
  const back = gives === 'delivery' ? 'what the delivery cost' : `${gives}% of your order`
  return `From ${minutes} minutes after the end of your slot: ${back}`
}

const stepPattern = /^(\d{1,3})=(?:(delivery)|(\d{1,3})%)$/

/** Reads '30=delivery, 60=20%'; 'off' promises nothing. Null for what is no scale. */
export function parseLateScale(text: string): LateScale | null {
  if (text.trim() === 'off') return []
  const steps = text.split(',').map((part) => parseStep(part.trim()))
  if (!steps.every((step) => step !== null)) return null
  return steps.toSorted((a, b) => a.minutes - b.minutes)
}

/** As its owner types it, step by step: what `parseLateScale` reads. */
export function typedLateScale(scale: readonly Record<keyof LateStep, string | number>[]): string {
  const steps = scale.map(
    ({ minutes, gives }) => `${minutes}=${gives === 'delivery' ? gives : `${gives}%`}`,
  )
  return steps.join(', ') || 'off'
}

function parseStep(text: string): LateStep | null {
  const [, minutes, delivery, percent] = stepPattern.exec(text) ?? []
  if (!minutes || Number(minutes) === 0) return null
  if (delivery) return { minutes: Number(minutes), gives: 'delivery' }
  return Number(percent) >= 1 && Number(percent) <= 100
    ? { minutes: Number(minutes), gives: Number(percent) }
    : null
}

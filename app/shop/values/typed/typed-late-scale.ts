import type { LateScale, LateStep } from '../late-scale.ts'

const stepPattern = /^(\d{1,3})=(?:(delivery)|(\d{1,3})%)$/

/** Reads '30=delivery, 60=20%'; 'off' promises nothing. Null for what is no scale. */
export function parseLateScale(text: string): LateScale | null {
  if (text.trim() === 'off') return []
  const steps = text.split(',').map((part) => parseStep(part.trim()))
  if (!steps.every((step) => step !== null)) return null
  return steps.toSorted((a, b) => a.minutes - b.minutes)
}

/** As its owner types it: what `parseLateScale` reads. */
export function typedLateScale(scale: LateScale): string {
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

import { Link } from 'react-router'
import { type LateScale, lateStepText } from '#shop/values/late-scale.ts'
import { UserText } from '#ui/user-text.tsx'

export function LateSteps({ scale }: { scale: LateScale }) {
  return (
    <ul className="list-disc pl-5">
      {scale.map((step) => (
        <li key={step.minutes}>{lateStepText(step)}</li>
      ))}
    </ul>
  )
}

export interface Promised {
  scale: LateScale
  exceptional: { day: string; reason: string }[]
}

/** At checkout: the refund if the slot is missed, or why the day has no promise. */
export function LatePromise({ promise, day }: { promise: Promised; day: string }) {
  const exceptional = promise.exceptional.find((one) => one.day === day)
  if (promise.scale.length === 0) return null
  if (exceptional) {
    return (
      <p className="rounded-field bg-blush px-4 py-3 text-sm">
        We may be late on this day, and there is no refund for that:{' '}
        <UserText translate="yes">{exceptional.reason}</UserText>.
      </p>
    )
  }
  return (
    <div className="grid gap-1 text-sm">
      <p>
        If we’re late,{' '}
        <Link to="/refunds" className="underline underline-offset-3">
          you get back
        </Link>
        :
      </p>
      <LateSteps scale={promise.scale} />
    </div>
  )
}

import { formatDateTime } from './kolkata-time.ts'

/** A point in time, also in ISO 8601, as people read it in Kolkata: '20 Nov 2026, 5:30 pm'. */
export function Moment({ at, className }: { at: Date | string; className?: string }) {
  const instant = new Date(at)
  return (
    <span className={className}>
      <time dateTime={instant.toISOString()}>{formatDateTime(instant)}</time>
      <IndiaTime />
    </span>
  )
}

/** After a time; seen where the browser's clock is another. */
export function IndiaTime() {
  return <span data-when="abroad">&#32;(India time)</span>
}

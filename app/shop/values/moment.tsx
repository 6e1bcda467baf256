import { formatDateTime } from './kolkata-time.ts'

/** A point in time, ISO 8601, as people read it in Kolkata: '20 Nov 2026, 5:30 pm'. */
export function Moment({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} className={className}>
      {formatDateTime(new Date(at))}
    </time>
  )
}

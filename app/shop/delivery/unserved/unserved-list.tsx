import { formatDay } from '#shop/values/kolkata-time.ts'
import { Section } from '../section.tsx'

interface UnservedPincode {
  pincode: string
  /** How often. */
  asked: number
  /** 'YYYY-MM-DD' */
  lastAsked: string
  /** How many want to be told when the shop delivers there. */
  waiting: number
}

/** Where customers are whom the shop does not reach, most asked first. */
export function UnservedList({ pincodes }: { pincodes: readonly UnservedPincode[] }) {
  if (pincodes.length === 0) return null
  return (
    <Section
      id="unserved"
      title="Asked for, not delivered to"
      intro="Add a pincode to a zone, and those who wait get an email."
    >
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {pincodes.map((row) => (
          <li
            key={row.pincode}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2 text-sm"
          >
            <span className="font-semibold tabular-nums">{row.pincode}</span>
            <span className="text-cocoa-soft">{askedText(row)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function askedText({ asked, lastAsked, waiting }: UnservedPincode): string {
  const often = asked === 1 ? 'Asked once' : `Asked ${asked} times`
  const text = `${often}, last on ${formatDay(lastAsked)}`
  return waiting > 0 ? `${text}; ${waiting} waiting` : text
}

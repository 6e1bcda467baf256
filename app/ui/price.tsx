interface PriceProps {
  /** The formatted price: '₹850'. */
  text: string
  /** After it: 'per kg'. */
  note?: string
  className?: string
}

/** A price in the display face. */
export function Price({ text, note, className = '' }: PriceProps) {
  return (
    <span className={`inline-flex flex-wrap items-baseline gap-x-1.5 ${className}`}>
      <span className="font-display text-[1.15em] font-semibold tabular-nums">{text}</span>
      {note && <span className="text-xs text-cocoa-soft">{note}</span>}
    </span>
  )
}

/** An earlier price: struck through, and named so for screen readers. */
export function StruckPrice({ text, className = '' }: { text: string; className?: string }) {
  return (
    <s className={`text-cocoa-soft tabular-nums ${className}`}>
      <span className="sr-only">Earlier price </span>
      {text}
    </s>
  )
}

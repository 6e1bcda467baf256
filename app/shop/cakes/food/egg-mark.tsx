import { Fragment } from 'react'
import type { Egg } from '../cake.schema.ts'
import type { labelRows } from './food-facts.ts'

/** What the mark says to those who do not see it. */
export function eggMarkText(egg: Egg): string {
  return egg === 'Eggless' ? 'Eggless' : 'Contains egg'
}

/** The mark of food law: see `cakes.css`. */
export function EggMark({ egg, className = 'size-5' }: { egg: Egg; className?: string }) {
  return (
    <span
      role="img"
      aria-label={eggMarkText(egg)}
      data-egg={egg}
      className={`egg-mark ${className}`}
    />
  )
}

/** The mark with its word, in a line of text. */
export function EggText({ egg }: { egg: Egg }) {
  return (
    <span data-egg={egg} className="egg-text">
      {egg}
    </span>
  )
}

/** The same in a mail: mail programs draw no SVG. */
export function EggTextInMail({ egg }: { egg: Egg }) {
  const [mark, color] = egg === 'Eggless' ? ['●', '#3f7d3a'] : ['▲', '#8a4513']
  const box = { padding: '0 3px', border: `2px solid ${color}`, fontSize: '10px', color }
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <span style={box}>{mark}</span> <span>{egg}</span>
    </span>
  )
}

interface LabelRowsProps {
  rows: ReturnType<typeof labelRows>
  className: string
}

/** What a label says of a cake. */
export function LabelRows({ rows, className }: LabelRowsProps) {
  return (
    <dl className={`grid grid-cols-[auto_1fr] gap-x-4 ${className}`}>
      {rows.map(([name, text]) => (
        <Fragment key={name}>
          <dt className="text-cocoa-soft">{name}</dt>
          <dd>{text}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

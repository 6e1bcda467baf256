import { Fragment } from 'react'
import type { labelRows } from './food-facts.ts'

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

interface Amount {
  label: string
  /** As it is to be read: 'Rs. 950'. */
  value: string
  /** The sum that the others lead to. */
  strong?: boolean
}

/** Amounts one under the other, figures in line. */
export function Amounts({ rows }: { rows: readonly (Amount | false)[] }) {
  return (
    <dl className="grid gap-1.5 text-sm">
      {rows.map(
        (row) =>
          row && (
            <div
              key={row.label}
              className={`flex items-baseline justify-between gap-4 ${row.strong ? 'mt-1 border-t border-line pt-2.5 text-base font-semibold' : ''}`}
            >
              <dt className={row.strong ? '' : 'text-cocoa-soft'}>{row.label}</dt>
              <dd className="shrink-0 tabular-nums">{row.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

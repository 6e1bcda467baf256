import { DataTable } from '#ui/lists/data-table.tsx'
import type { ImportOutcome } from './import.schema.ts'

export function ImportCounts({ outcome }: { outcome: ImportOutcome }) {
  const { total, added, changed, unchanged, errorCount } = outcome
  const counts = [
    ['Cakes', total],
    ['New', added],
    ['Changed', changed],
    ['Unchanged', unchanged],
    ['Errors', errorCount],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-2 sm:grid-cols-5">
      {counts.map(([label, count]) => (
        <div
          key={label}
          className={`rounded-field px-4 py-2 ${label === 'Errors' && count > 0 ? 'border border-chilli bg-paper text-chilli' : 'bg-blush'}`}
        >
          <dt className="text-xs">{label}</dt>
          <dd className="font-display text-xl font-semibold tabular-nums">{countText(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

export function ImportErrors({ outcome: { errors, errorCount } }: { outcome: ImportOutcome }) {
  return (
    <div className="grid gap-3">
      <p>
        Correct these in the spreadsheet, save it and choose it again.
        <span>
          {errorCount > errors.length &&
            ` Showing the first ${errors.length} of ${countText(errorCount)}.`}
        </span>
      </p>
      <DataTable label="Errors" columns={['Row', 'Column', 'Error']}>
        {errors.map(({ row, field, message }) => (
          <tr key={`${row} ${field} ${message}`}>
            <td className="tabular-nums">{row}</td>
            <td className="font-semibold">{field}</td>
            <td>{message}</td>
          </tr>
        ))}
      </DataTable>
    </div>
  )
}

export function ImportPreview({ outcome }: { outcome: ImportOutcome }) {
  const { preview, added, changed } = outcome
  const rest = added + changed - preview.filter(({ kind }) => kind !== 'unchanged').length
  return (
    <div className="grid gap-3">
      <DataTable label="Changes" columns={['Cake', 'Changes']}>
        {preview.map(({ id, name, kind, fields, notes }) => (
          <tr key={id} className="align-top">
            <td className="min-w-28">
              <span translate="no" className="font-semibold">
                {name}
              </span>
              <span className="block text-xs text-cocoa-soft">{id}</span>
            </td>
            <td>
              {kind === 'added' && (
                <span className="rounded-chip bg-blush px-2 py-0.5 text-xs font-semibold">New</span>
              )}
              <ul className="grid max-w-prose gap-1 break-words">
                {fields.map(({ field, before, after }) => (
                  <li key={field}>
                    <span className="font-semibold">{field}</span>
                    <span>: </span>
                    {kind === 'changed' && (
                      <>
                        <del className="text-cocoa-soft">{before || 'nothing'}</del>{' '}
                        <span aria-hidden="true">→</span>
                        <span className="sr-only"> becomes </span>{' '}
                      </>
                    )}
                    <ins className="no-underline">{after || 'nothing'}</ins>
                  </li>
                ))}
                {notes.map((note) => (
                  <li key={note} className="text-cocoa-soft">
                    {note}
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </DataTable>
      {rest > 0 && <p className="text-sm text-cocoa-soft">{`And ${countText(rest)} more.`}</p>}
    </div>
  )
}

/** '5,000' */
export function countText(count: number): string {
  return count.toLocaleString('en-US')
}

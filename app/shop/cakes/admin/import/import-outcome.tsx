import type { FormEvent } from 'react'
import { fieldInWords } from '#shop/values/typed/typed-text.ts'
import { FieldOf } from '#ui/forms/plain-form.tsx'
import { DataTable } from '#ui/lists/data-table.tsx'
import headings from './headings.json' with { type: 'json' }
import type { ImportOutcome, SentChoices } from './import.schema.ts'

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

interface ImportQuestionsProps {
  outcome: ImportOutcome
  onChange: (choices: SentChoices) => void
}

/** What the owner says of a list that is not the shop's own: what new cakes have, what prices are for, which column is what. */
export function ImportQuestions({ outcome, onChange }: ImportQuestionsProps) {
  const { lacking, sameName, basis, columns } = outcome
  if (lacking.length === 0 && sameName === 0 && basis === null) return null

  function send(form: HTMLFormElement) {
    const data = new FormData(form)
    const chosen = [...data].filter(([name, value]) => name !== 'column' && value !== '')
    const meanings = basis === null ? undefined : data.getAll('column').join(',')
    onChange({ ...Object.fromEntries(chosen), columns: meanings })
  }

  return (
    <form
      className="grid gap-5"
      onChange={({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
        if (target instanceof HTMLSelectElement) send(currentTarget)
      }}
      onBlur={({ target, currentTarget }) => {
        if (target instanceof HTMLInputElement && target.value !== target.defaultValue)
          send(currentTarget)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {lacking.map(({ field, cakes, value }) => {
          const about = {
            name: field,
            label: fieldInWords(field),
            hint: `${cakes === 1 ? 'One new cake' : `${cakes} new cakes`} without it in the file`,
            defaultValue: value,
          }
          return (
            <FieldOf key={field} {...about} options={field === 'egg' ? eggOptions : undefined} />
          )
        })}
        {sameName > 0 && (
          <FieldOf
            name="sameName"
            label="Names in the shop already"
            hint={`${sameName === 1 ? 'One row has' : `${sameName} rows have`} the name of a cake`}
            options={Object.entries({ change: 'Change that cake', add: 'Add another cake' })}
          />
        )}
        {basis !== null && (
          <FieldOf
            name="basis"
            label="Prices are for"
            hint="The shop keeps one price per kg"
            defaultValue={basis}
            options={Object.entries({ weight: 'The weight beside them', kg: 'One kg' })}
          />
        )}
      </div>
      {basis !== null && (
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">What the columns are</legend>
          <p className="text-sm text-cocoa-soft">{leftOutText(columns)}</p>
          <div className="grid max-h-96 gap-4 overflow-y-auto p-1 sm:grid-cols-2 lg:grid-cols-3">
            {columns.map(({ heading, example, meaning }, column) => (
              <FieldOf
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                key={column}
                name="column"
                label={<span translate="no">{heading || `Column ${column + 1}`}</span>}
                hint={
                  <span translate="no" className="line-clamp-1 break-all">
                    {example}
                  </span>
                }
                defaultValue={meaning ?? ''}
                options={meaningOptions}
              />
            ))}
          </div>
        </fieldset>
      )}
    </form>
  )
}

const eggOptions = Object.entries({ '': 'Choose', Eggless: 'All eggless', Egg: 'All with egg' })

const meaningOptions = ['', ...Object.keys(headings)].map(
  (meaning) => [meaning, meaning ? fieldInWords(meaning) : 'Left out'] as const,
)

function leftOutText(columns: ImportOutcome['columns']): string {
  const leftOut = columns.filter(({ heading, meaning }) => heading !== '' && !meaning)
  const names = leftOut.map(({ heading }) => heading)
  return names.length === 0 ? 'Every column is understood.' : `Left out: ${names.join(', ')}.`
}

import { type FormEvent, useId } from 'react'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import type { ImportOutcome, SentChoices } from '../admin-cakes.endpoints.ts'
import headings from './headings.json' with { type: 'json' }

interface ImportQuestionsProps {
  outcome: ImportOutcome
  onChange: (choices: SentChoices) => void
}

/** What the owner says of a list that is not the shop's own: what new cakes have, what prices are for, which column is what. */
export function ImportQuestions({ outcome, onChange }: ImportQuestionsProps) {
  const { lacking, sameName, basis, columns } = outcome
  const id = useId()
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
          const hint = `${cakes === 1 ? 'One new cake' : `${cakes} new cakes`} without it in the file`
          return field === 'egg' ? (
            <SelectField key={field} name={field} label="Egg" hint={hint} defaultValue={value}>
              <option value="">Choose</option>
              <option value="Eggless">All eggless</option>
              <option value="Egg">All with egg</option>
            </SelectField>
          ) : (
            <TextField
              key={field}
              name={field}
              label={columnLabel(field)}
              hint={hint}
              defaultValue={value}
            />
          )
        })}
        {sameName > 0 && (
          <SelectField
            name="sameName"
            label="Names in the shop already"
            hint={`${sameName === 1 ? 'One row has' : `${sameName} rows have`} the name of a cake`}
          >
            <option value="change">Change that cake</option>
            <option value="add">Add another cake</option>
          </SelectField>
        )}
        {basis !== null && (
          <SelectField
            name="basis"
            label="Prices are for"
            hint="The shop keeps one price per kg"
            defaultValue={basis}
          >
            <option value="weight">The weight beside them</option>
            <option value="kg">One kg</option>
          </SelectField>
        )}
      </div>
      {basis !== null && (
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">What the columns are</legend>
          <p id={id} className="text-sm text-cocoa-soft">
            {leftOutText(columns)}
          </p>
          <div className="grid max-h-96 gap-4 overflow-y-auto p-1 sm:grid-cols-2 lg:grid-cols-3">
            {columns.map(({ heading, example, meaning }, column) => (
              <SelectField
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
              >
                <option value="">Left out</option>
                {Object.keys(headings).map((one) => (
                  <option key={one} value={one}>
                    {columnLabel(one)}
                  </option>
                ))}
              </SelectField>
            ))}
          </div>
        </fieldset>
      )}
    </form>
  )
}

/** 'leadHours' is 'Lead hours'. */
function columnLabel(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function leftOutText(columns: ImportOutcome['columns']): string {
  const names = columns.flatMap(({ heading, meaning }) =>
    meaning || heading === '' ? [] : [heading],
  )
  if (names.length === 0) return 'Every column is understood.'
  const more = names.length > 6 ? ` and ${names.length - 6} more` : ''
  return `Left out: ${names.slice(0, 6).join(', ')}${more}.`
}

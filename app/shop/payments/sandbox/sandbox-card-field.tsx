import { type ChangeEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { Field, FieldError, inputLook } from '#ui/forms/field.tsx'
import type { CardFieldProps } from '../browser-provider.ts'
import {
  type CardEntry,
  caretAfter,
  emptyEntry,
  filledWith,
  findBrand,
  leave,
  type PartName,
  readCard,
  type SandboxCard,
  testCards,
  typeIntoPart,
} from './sandbox-cards.ts'

const inputs: Record<PartName, { label: string; autoComplete: string; placeholder: string }> = {
  number: {
    label: 'Card number',
    autoComplete: 'cc-number',
    placeholder: '1234 1234 1234 1234',
  },
  expiry: { label: 'Expiry date', autoComplete: 'cc-exp', placeholder: 'MM / YY' },
  cvc: { label: 'CVC', autoComplete: 'cc-csc', placeholder: 'CVC' },
}

/**
 * The sandbox provider's card field. It reports only what a test card does and its last four digits.
 * The inputs have no names, so that no form can send them.
 */
export function SandboxCardField({ ref, onChange, error, disabled }: CardFieldProps<SandboxCard>) {
  const errorId = useId()
  const [entry, setEntry] = useState(emptyEntry)
  const { faulty, ...shown } = readCard(entry, new Date())
  const sentence = shown.error ?? error ?? null
  const wrongPart = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => ({ focus: () => wrongPart.current?.focus() }), [])

  function change(next: CardEntry) {
    setEntry(next)
    const { faulty: _, ...state } = readCard(next, new Date())
    onChange(state)
  }

  function type(part: PartName, { target }: ChangeEvent<HTMLInputElement>) {
    const typed = target.value
    const next = typeIntoPart(entry, part, typed)
    const text = next.parts[part]
    const caret = caretAfter(text, typed, target.selectionStart ?? typed.length)
    // Written at once: were it left to the next render, the caret would jump to the end.
    target.value = text
    target.setSelectionRange(caret, caret)
    change(next)
  }

  function blur(part: PartName) {
    const next = leave(entry, part)
    if (readCard(next, new Date()).error !== shown.error) change(next)
    else setEntry(next)
  }

  const input = (part: PartName) => (
    <CardInput
      ref={(faulty ?? 'number') === part ? wrongPart : undefined}
      part={part}
      value={entry.parts[part]}
      describedBy={sentence ? errorId : undefined}
      invalid={sentence !== null && (faulty ?? 'number') === part}
      readOnly={disabled}
      onChange={(event) => type(part, event)}
      onBlur={() => blur(part)}
    />
  )

  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 font-semibold">Card details</legend>
      <SandboxBanner
        onPick={(number) => change(filledWith(number, new Date()))}
        disabled={disabled}
      />
      {input('number')}
      <div className="grid grid-cols-2 gap-4">
        {input('expiry')}
        {input('cvc')}
      </div>
      <FieldError id={errorId}>{sentence}</FieldError>
    </fieldset>
  )
}

interface CardInputProps {
  ref: Ref<HTMLInputElement> | undefined
  part: PartName
  value: string
  describedBy: string | undefined
  invalid: boolean
  /** Read-only rather than disabled: the focus stays where it is while the payment runs. */
  readOnly: boolean | undefined
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  onBlur: () => void
}

function CardInput({ part, describedBy, invalid, ...rest }: CardInputProps) {
  const { label, ...attributes } = inputs[part]
  const brand = part === 'number' && rest.value !== '' ? findBrand(rest.value).name : ''
  return (
    <Field label={label}>
      {({ id }) => (
        <div className="relative">
          <input
            {...attributes}
            {...rest}
            id={id}
            type="text"
            inputMode="numeric"
            required
            spellCheck={false}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            className={`${inputLook} tabular-nums`}
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-4 hidden items-center text-xs text-cocoa-soft sm:flex"
          >
            {brand}
          </span>
        </div>
      )}
    </Field>
  )
}

interface SandboxBannerProps {
  onPick: (number: string) => void
  disabled: boolean | undefined
}

/** Says that no money moves, and fills in a test card at a press. */
function SandboxBanner({ onPick, disabled }: SandboxBannerProps) {
  const [picked, setPicked] = useState('')
  return (
    <div className="rounded-field bg-blush px-4 py-3 text-sm">
      <p>
        <strong>Test payments: no money moves.</strong> Only the test cards below work here; please
        do not enter a real card.
      </p>
      <details className="mt-1">
        <summary className="min-h-11 w-fit py-2.5 font-semibold text-berry">
          Show the test cards
        </summary>
        <ul className="grid gap-2 pb-1">
          {testCards.map(({ number, label }) => (
            <li key={number}>
              <button
                type="button"
                disabled={disabled}
                onClick={() => {
                  onPick(number)
                  setPicked(number)
                }}
                className="flex min-h-11 w-full flex-wrap items-center gap-x-3 rounded-field border border-stroke bg-paper px-4 py-2 text-left transition hover:border-berry"
              >
                <span className="font-semibold tabular-nums">{number}</span>{' '}
                <span className="text-cocoa-soft">{label}</span>
              </button>
            </li>
          ))}
        </ul>
      </details>
      <p role="status" className="sr-only">
        {picked && `Filled in ${picked}`}
      </p>
    </div>
  )
}

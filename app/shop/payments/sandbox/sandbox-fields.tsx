import { useId, useImperativeHandle, useRef, useState } from 'react'
import { Field, FieldError, inputLook, TextField } from '#ui/forms/field.tsx'
import type { CardFieldProps } from '../browser-provider.ts'
import {
  type CardEntry,
  emptyEntry,
  filledWith,
  leavePart,
  type PartName,
  readCard,
  readUpiId,
  type SandboxBehaviour,
  type TestMethod,
  testCards,
  testUpiIds,
  typeIntoPart,
} from './test-methods.ts'

type Method = 'card' | 'upi'

/** Two halves of a row to press: a radio group, so that arrow keys choose. */
export function MethodChoice({
  method,
  disabled,
  onChoose,
}: {
  method: Method
  disabled: boolean
  onChoose: (method: Method) => void
}) {
  const name = useId()
  const labels: Record<Method, string> = { card: 'Card', upi: 'UPI' }
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-2 text-sm font-semibold">Pay by</legend>
      <div className="grid grid-cols-2 gap-3">
        {(['card', 'upi'] as const).map((one) => (
          <label
            key={one}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-field border border-stroke bg-paper px-4 transition hover:border-berry has-checked:border-berry has-checked:bg-blush has-checked:font-semibold"
          >
            <input
              type="radio"
              name={name}
              checked={one === method}
              onChange={() => onChoose(one)}
              className="size-5 shrink-0 accent-berry"
            />
            {labels[one]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const inputs: Record<PartName, { label: string; autoComplete: string; placeholder: string }> = {
  number: {
    label: 'Card number',
    autoComplete: 'cc-number',
    placeholder: '1234 1234 1234 1234',
  },
  expiry: { label: 'Expiry date', autoComplete: 'cc-exp', placeholder: 'MM / YY' },
  cvc: { label: 'CVC', autoComplete: 'cc-csc', placeholder: 'CVC' },
}

/** It reports only what a test card does. The inputs have no names, so that no form can send them. */
export function SandboxCardField(props: CardFieldProps<SandboxBehaviour>) {
  const { ref, onChange, error, disabled } = props
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

  function blur(part: PartName) {
    const next = leavePart(entry, part)
    if (readCard(next, new Date()).error !== shown.error) change(next)
    else setEntry(next)
  }

  const input = (part: PartName) => {
    const isFaulty = (faulty ?? 'number') === part
    const { label, ...attributes } = inputs[part]
    return (
      <Field label={label}>
        {({ id }) => (
          <input
            {...attributes}
            ref={isFaulty ? wrongPart : undefined}
            id={id}
            type="text"
            inputMode="numeric"
            required
            spellCheck={false}
            value={entry.parts[part]}
            aria-describedby={sentence ? errorId : undefined}
            aria-invalid={(sentence !== null && isFaulty) || undefined}
            // Read-only rather than disabled: the focus stays where it is while the payment runs.
            readOnly={disabled}
            onChange={({ target }) => change(typeIntoPart(entry, part, target.value))}
            onBlur={() => blur(part)}
            className={`${inputLook} tabular-nums`}
          />
        )}
      </Field>
    )
  }

  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 font-semibold">Card details</legend>
      <TestMethods
        what="test cards"
        real="a real card"
        methods={testCards}
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

/** It reports only what a test UPI ID does. */
export function UpiField({ ref, onChange, error, disabled }: CardFieldProps<SandboxBehaviour>) {
  const [typed, setTyped] = useState('')
  const [isLeft, setIsLeft] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }), [])
  const fault = isLeft ? readUpiId(typed).error : null

  function change(id: string, hasLeft: boolean) {
    setTyped(id)
    setIsLeft(hasLeft)
    const { error: wrong, card } = readUpiId(id)
    onChange({ error: hasLeft ? wrong : null, card })
  }

  return (
    <div className="grid gap-4">
      <TestMethods
        what="test UPI IDs"
        real="your own"
        methods={testUpiIds}
        onPick={(id) => change(id, true)}
        disabled={disabled}
      />
      <TextField
        ref={input}
        label="UPI ID"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="name@bank"
        required
        value={typed}
        readOnly={disabled}
        error={fault ?? error ?? undefined}
        onChange={({ target }) => change(target.value, false)}
        onBlur={() => fault === readUpiId(typed).error || change(typed, true)}
      />
    </div>
  )
}

/** Says that no money moves, and fills in one of them at a press. */
function TestMethods(props: {
  what: string
  real: string
  methods: readonly TestMethod[]
  onPick: (text: string) => void
  disabled: boolean | undefined
}) {
  const { what, real, methods, onPick, disabled } = props
  const [picked, setPicked] = useState('')
  return (
    <div className="rounded-field bg-blush px-4 py-3 text-sm">
      <p>
        <strong>Test payments: no money moves.</strong>{' '}
        <span>{`Only the ${what} below work here; please do not enter ${real}.`}</span>
      </p>
      <details className="mt-1">
        <summary className="min-h-11 w-fit py-2.5 font-semibold text-berry">
          {`Show the ${what}`}
        </summary>
        <ul className="grid gap-2 pb-1">
          {methods.map(({ text, label }) => (
            <li key={text}>
              <button
                type="button"
                disabled={disabled}
                onClick={() => {
                  onPick(text)
                  setPicked(text)
                }}
                className="flex min-h-11 w-full flex-wrap items-center gap-x-3 rounded-field border border-stroke bg-paper px-4 py-2 text-left transition hover:border-berry"
              >
                <span className="font-semibold tabular-nums">{text}</span>{' '}
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

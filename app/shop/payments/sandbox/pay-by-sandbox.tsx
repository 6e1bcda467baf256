import { type ReactNode, useImperativeHandle, useRef, useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { Choices } from '#ui/forms/choices.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import {
  type CardFieldProps,
  type CardPart,
  type CardPayment,
  unknownFailure,
} from '../browser-provider.ts'
import {
  type Entry,
  filledWith,
  leavePart,
  type Means,
  newMethodId,
  type PartName,
  partsOf,
  readEntry,
  type SandboxBehaviour,
  testMethods,
  typeIntoPart,
} from './sandbox-methods.ts'
import type { ConfirmSandboxIntent } from './sandbox-provider.server.ts'

/** Works offline, with the fields of a card or a UPI ID and a bank's question. */
export function PayBySandbox({
  amountPaise,
  children,
}: {
  amountPaise: Paise
  children: (card: CardPart<SandboxBehaviour>) => ReactNode
}) {
  const [means, setMeans] = useState<Means>('card')
  const [answer, setAnswer] = useState<((approves: boolean) => void) | null>(null)
  const askBank = () =>
    new Promise<boolean>((resolve) => {
      setAnswer(() => (approves: boolean) => {
        setAnswer(null)
        resolve(approves)
      })
    })
  return (
    <>
      {children({
        cardPayment: sandboxPayment(askBank),
        choice: ({ onChoose, disabled }) => (
          <Choices
            legend="Pay by"
            choices={['card', 'upi']}
            labels={{ card: 'Card', upi: 'UPI' }}
            value={means}
            disabled={disabled}
            onChange={(chosen) => {
              setMeans(chosen)
              onChoose()
            }}
          />
        ),
        missing: means === 'card' ? undefined : 'Enter your UPI ID.',
        field: (field) => <SandboxFields key={means} means={means} {...field} />,
      })}
      <ConfirmDialog
        open={answer !== null}
        onClose={() => answer?.(false)}
        onConfirm={() => answer?.(true)}
        title="Your bank asks: approve this payment?"
        confirmLabel="Approve"
        cancelLabel="Decline"
      >
        The shop asks for <strong>{formatInr(amountPaise)}</strong> from your account at Sandbox
        Bank. A real bank would send you an OTP. Here you just approve or decline, and no money
        moves.
      </ConfirmDialog>
    </>
  )
}

/**
 * The sandbox in the browser. It gets what the card or UPI ID does, and nothing else.
 *
 * @param askBank resolves to whether the customer approved
 */
export function sandboxPayment(askBank: () => Promise<boolean>): CardPayment<SandboxBehaviour> {
  return {
    createPaymentMethod: async (behaviour) => ({ id: newMethodId(behaviour) }),

    async confirm(clientSecret) {
      const [id = ''] = clientSecret.split('_secret_')
      const confirm = (approve?: boolean) =>
        call<ConfirmSandboxIntent>('POST /sandbox/payment_intents/{id}/confirm', {
          params: { id },
          body: { client_secret: clientSecret, approve },
        })
      try {
        const asked = await confirm()
        const { status, error = unknownFailure } =
          asked.status === 'requires_action' ? await confirm(await askBank()) : asked
        const isTaken = status === 'succeeded' || status === 'processing'
        return isTaken ? { status } : { status: 'failed', message: error }
      } catch (error) {
        const message = error instanceof Error && error.message ? error.message : unknownFailure
        return { status: 'failed', message }
      }
    },
  }
}

const inputs: Record<PartName, { label: string; autoComplete: string; placeholder: string }> = {
  number: { label: 'Card number', autoComplete: 'cc-number', placeholder: '1234 1234 1234 1234' },
  expiry: { label: 'Expiry date', autoComplete: 'cc-exp', placeholder: 'MM / YY' },
  cvc: { label: 'CVC', autoComplete: 'cc-csc', placeholder: 'CVC' },
  upiId: { label: 'UPI ID', autoComplete: 'off', placeholder: 'name@bank' },
}

const words = {
  card: { legend: 'Card details', what: 'test cards', real: 'a real card' },
  upi: { legend: 'UPI details', what: 'test UPI IDs', real: 'your own' },
}

/** They report only what a test method does. The inputs have no names, so that no form can send them. */
export function SandboxFields(props: CardFieldProps<SandboxBehaviour> & { means: Means }) {
  const { means, ref, onChange, error, disabled } = props
  const [entry, setEntry] = useState<Entry>({})
  const { faulty, ...shown } = readEntry(means, entry, new Date())
  const wrongPart = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => ({ focus: () => wrongPart.current?.focus() }), [])

  function change(next: Entry) {
    setEntry(next)
    const { faulty: _, ...state } = readEntry(means, next, new Date())
    onChange(state)
  }

  function leave(part: PartName) {
    const next = leavePart(entry, part)
    if (readEntry(means, next, new Date()).error !== shown.error) change(next)
    else setEntry(next)
  }

  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 font-semibold">{words[means].legend}</legend>
      <TestMethods
        means={means}
        onPick={(text) => change(filledWith(means, text, new Date()))}
        disabled={disabled}
      />
      <div className="grid grid-cols-2 gap-4 *:first:col-span-2">
        {partsOf[means].map((part) => (
          <TextField
            key={part}
            ref={part === faulty ? wrongPart : undefined}
            {...inputs[part]}
            inputMode={means === 'card' ? 'numeric' : 'email'}
            autoCapitalize="none"
            spellCheck={false}
            required
            value={entry[part]?.text ?? ''}
            error={part === faulty ? (shown.error ?? error ?? undefined) : undefined}
            // Read-only rather than disabled: the focus stays where it is while the payment runs.
            readOnly={disabled}
            onChange={({ target }) => change(typeIntoPart(entry, part, target.value))}
            onBlur={() => leave(part)}
            className="tabular-nums"
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Says that no money moves, and fills in one of them at a press. */
function TestMethods(props: {
  means: Means
  onPick: (text: string) => void
  disabled: boolean | undefined
}) {
  const { means, onPick, disabled } = props
  const { what, real } = words[means]
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
          {testMethods[means].map(({ text, label }) => (
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

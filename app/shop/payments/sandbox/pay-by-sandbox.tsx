import { type ReactNode, useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/modal.tsx'
import {
  type CardPart,
  type CardPayment,
  type ConfirmOutcome,
  unknownFailure,
} from '../browser-provider.ts'
import type {
  AuthenticateSandboxIntent,
  ConfirmSandboxIntent,
  CreateSandboxMethod,
} from './pay-by-sandbox.server.ts'
import { MethodChoice, SandboxCardField, UpiField } from './sandbox-fields.tsx'
import type { SandboxBehaviour } from './test-methods.ts'

/** Works offline, with a card field, a field for a UPI ID and a bank's challenge. */
export function PayBySandbox({
  amountPaise,
  children,
}: {
  amountPaise: Paise
  children: (card: CardPart<SandboxBehaviour>) => ReactNode
}) {
  const [method, setMethod] = useState<'card' | 'upi'>('card')
  const challenge = useChallenge(amountPaise)
  const MethodField = method === 'card' ? SandboxCardField : UpiField
  return (
    <>
      {children({
        cardPayment: sandboxPayment(challenge.show),
        choice: ({ onChoose, disabled }) => (
          <MethodChoice
            method={method}
            disabled={disabled}
            onChoose={(chosen) => {
              setMethod(chosen)
              onChoose()
            }}
          />
        ),
        missing: method === 'card' ? undefined : 'Enter your UPI ID.',
        field: (field) => <MethodField {...field} />,
      })}
      {challenge.dialog}
    </>
  )
}

/**
 * The sandbox in the browser. It gets what the card or UPI ID does, and nothing else.
 *
 * @param showChallenge resolves to whether the customer approved
 */
export function sandboxPayment(
  showChallenge: () => Promise<boolean>,
): CardPayment<SandboxBehaviour> {
  return {
    createPaymentMethod: (behaviour) =>
      call<CreateSandboxMethod>('POST /sandbox/payment_methods', { body: { behaviour } }),

    async confirm(clientSecret) {
      try {
        return await pay(clientSecret, showChallenge)
      } catch (error) {
        const message = error instanceof Error && error.message ? error.message : unknownFailure
        return { status: 'failed', message }
      }
    },
  }
}

async function pay(
  clientSecret: string,
  showChallenge: () => Promise<boolean>,
): Promise<ConfirmOutcome> {
  const [id = ''] = clientSecret.split('_secret_')
  let intent = await call<ConfirmSandboxIntent>('POST /sandbox/payment_intents/{id}/confirm', {
    params: { id },
    body: { client_secret: clientSecret },
  })
  if (intent.status === 'requires_action') {
    const approve = await showChallenge()
    intent = await call<AuthenticateSandboxIntent>(
      'POST /sandbox/payment_intents/{id}/authenticate',
      { params: { id }, body: { client_secret: clientSecret, approve } },
    )
  }
  const { status, error } = intent
  if (status === 'succeeded' || status === 'processing') return { status }
  return { status: 'failed', message: error?.message ?? unknownFailure }
}

/**
 * The bank's challenge before it pays. Put `dialog` on the page; `show()` opens it and resolves to whether the customer
 * approved. Closing it rejects the payment.
 */
function useChallenge(amountPaise: Paise) {
  const [resolveAnswer, setResolveAnswer] = useState<((approves: boolean) => void) | null>(null)
  const show = () =>
    new Promise<boolean>((resolve) => {
      setResolveAnswer(() => (approves: boolean) => {
        setResolveAnswer(null)
        resolve(approves)
      })
    })
  return {
    show,
    dialog: (
      <Modal
        open={resolveAnswer !== null}
        onClose={() => resolveAnswer?.(false)}
        label="Your bank asks: approve this payment?"
        className="m-auto w-[min(26rem,92vw)] rounded-card"
      >
        <div className="grid gap-4 p-6">
          <p className="text-sm font-semibold text-cocoa-soft">Sandbox Bank</p>
          <h2 className="text-xl">Approve this payment?</h2>
          <p>
            The shop asks for <strong>{formatInr(amountPaise)}</strong>. A real bank would send you
            an OTP. Here you just approve or decline, and no money moves.
          </p>
          <div className="grid grid-cols-2 gap-3">
            <Button variant="secondary" onClick={() => resolveAnswer?.(false)}>
              {' '}
              Decline{' '}
            </Button>
            <Button onClick={() => resolveAnswer?.(true)}>Approve</Button>
          </div>
        </div>
      </Modal>
    ),
  }
}

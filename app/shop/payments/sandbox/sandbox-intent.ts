import type { SandboxBehaviour } from './sandbox-cards.ts'

/** Stripe's words for where a payment stands, as far as cards need them. */
export type IntentStatus =
  | 'requires_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'succeeded'
  | 'cancelled'

/** Why a card was refused, with the sentence the customer reads. */
const refusals = {
  method_missing: 'Please give a card first.',
  card_declined: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  authentication_failed:
    'Your bank did not approve this payment. Please try again or use another card.',
} as const

type RefusalCode = keyof typeof refusals
const codes = Object.keys(refusals) as RefusalCode[]

/** A stored refusal as the browser is told; none at all means that no card was given yet. */
export function refusalOf(stored: string | null): { code: RefusalCode; message: string } {
  const code = codes.find((known) => known === stored) ?? 'method_missing'
  return { code, message: refusals[code] }
}

/** Where a payment stands after a step, and what it was refused with if it was. */
export interface IntentStep {
  status: IntentStatus
  lastError: RefusalCode | null
}

const refused = (lastError: RefusalCode): IntentStep => ({ status: 'requires_method', lastError })

const whenConfirmed: Record<SandboxBehaviour, IntentStep> = {
  succeeds: { status: 'succeeded', lastError: null },
  declined: refused('card_declined'),
  insufficient_funds: refused('insufficient_funds'),
  second_factor: { status: 'requires_action', lastError: null },
}

/** Where a payment that waits for confirmation goes with this card. */
export function afterConfirm(behaviour: SandboxBehaviour): IntentStep {
  return whenConfirmed[behaviour]
}

/** Where a payment that waits for the bank's question goes. */
export function afterAuthenticate(approved: boolean): IntentStep {
  return approved ? { status: 'succeeded', lastError: null } : refused('authentication_failed')
}

/** Whether it can still be paid. */
export function isOpen(status: IntentStatus): boolean {
  return status !== 'succeeded' && status !== 'cancelled'
}

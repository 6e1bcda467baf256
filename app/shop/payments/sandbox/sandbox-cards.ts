import { digitsOf } from './card-number.ts'

/** What a test card does when it is asked to pay. */
export type SandboxBehaviour = 'succeeds' | 'declined' | 'insufficient_funds' | 'second_factor'

/** All that leaves the browser of a card: what it does and its last four digits. */
export interface SandboxCard {
  behaviour: SandboxBehaviour
  last4: string
}

export interface TestCard {
  number: string
  behaviour: SandboxBehaviour
  /** What it does, for the list under the banner. */
  says: string
}

/** The only cards the sandbox knows. */
export const testCards: readonly TestCard[] = [
  { number: '4242 4242 4242 4242', behaviour: 'succeeds', says: 'the payment succeeds' },
  { number: '4000 0000 0000 0002', behaviour: 'declined', says: 'the card is declined' },
  {
    number: '4000 0000 0000 9995',
    behaviour: 'insufficient_funds',
    says: 'too little money on it',
  },
  {
    number: '4000 0025 0000 3155',
    behaviour: 'second_factor',
    says: 'the bank asks you to approve',
  },
]

/** The test card with this number, or null for every other card. */
export function sandboxCardOf(number: string): SandboxCard | null {
  const digits = digitsOf(number)
  const known = testCards.find((card) => digitsOf(card.number) === digits)
  return known ? { behaviour: known.behaviour, last4: digits.slice(-4) } : null
}

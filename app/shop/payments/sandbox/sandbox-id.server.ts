import { randomBytes } from 'node:crypto'

/** An id like Stripe's, such as 'pi_…' for a payment; 96 bits that nobody guesses. */
export function newSandboxId(kind: 'pi' | 'pm' | 're' | 'evt'): string {
  return `${kind}_${randomBytes(12).toString('hex')}`
}

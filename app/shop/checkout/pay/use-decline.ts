import { useState } from 'react'
import type { Paying } from './use-payment.ts'

/** The sentence the last try was refused with, until the customer changes something. */
export function useRefusal(paying: Paying) {
  const [seen, setSeen] = useState<Paying | null>(null)
  const isNew = paying.kind === 'card-refused' && paying !== seen
  return { sentence: isNew ? paying.message : null, forget: () => setSeen(paying) }
}

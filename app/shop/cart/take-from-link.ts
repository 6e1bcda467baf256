import { toast } from '#ui/toast.tsx'
import { readCartLink } from './cart-link.ts'
import { addMissingLines } from './cart-store.ts'

/** Adds the lines that a link brings in the `hash` of its address, and says so. */
export function takeFromLink(hash: string) {
  const brought = readCartLink(hash)
  addMissingLines(brought)
  if (brought.length > 0) toast.success('Your cart is here.')
  else toast.error('This link is damaged. Please add your cakes again.')
}

import { type NavigateOptions, useLocation } from 'react-router'
import { createStored, textOf } from '#ui/browser-storage.ts'
import { useHydrated, useStored } from '#ui/hydration.tsx'
import { addLine, type CartLine, changeLineAmount, removeLine, restoreLine } from './cart-line.ts'
import { cartKey, cartState, parseCart } from './cart-storage.ts'

export const cart = createStored<readonly CartLine[]>(cartKey, parseCart, { format: cartState })

export function useCart(): readonly CartLine[] {
  return useStored(cart)
}

/** Whether the cart is known yet: not on the server, where nobody has one. */
export function useCartIsLoaded(): boolean {
  return useHydrated()
}

export function addToCart(line: CartLine): { capped: boolean } {
  const { lines: next, capped } = addLine(cart.current(), line)
  cart.save(next)
  return { capped }
}

export function changeAmount(id: string, by: 1 | -1) {
  cart.save(changeLineAmount(cart.current(), id, by))
}

/** @returns puts it back as it was, with all its choices */
export function removeFromCart(id: string): () => void {
  const lines = cart.current()
  const place = lines.findIndex((line) => line.id === id)
  const removed = lines[place]
  cart.save(removeLine(lines, id))
  return () => {
    if (removed) cart.save(restoreLine(cart.current(), removed, place))
  }
}

/** Puts lines into the cart that are not in it yet. Repeating it changes nothing. */
export function addMissingLines(lines: readonly CartLine[]) {
  const ids = new Set(cart.current().map(({ id }) => id))
  cart.save([...cart.current(), ...lines.filter(({ id }) => !ids.has(id))])
}

export function emptyCart() {
  cart.save([])
}

/** What another tab has added meanwhile stays. */
export function removeOrdered(ordered: readonly CartLine[]) {
  const amounts = new Map(ordered.map(({ id, amount }) => [id, amount]))
  const rest = cart.current().map((line) => ({
    ...line,
    amount: line.amount - (amounts.get(line.id) ?? 0),
  }))
  cart.save(rest.filter(({ amount }) => amount > 0))
}

/** How to open the cart so that it shows a line that was just put into it. */
export function stateWithAddedLine(id: string): NavigateOptions {
  return { state: { added: id } }
}

/** The id of the line that the cart was opened to show; null for none. */
export function useAddedLine(): string | null {
  const state: { added?: unknown } = Object(useLocation().state)
  return typeof state.added === 'string' ? state.added : null
}

/** A note for the rider that was typed as the name on a cake. The checkout offers it as that note. */
export const typedNote = createStored('cakewala:note', textOf, { visit: true })

export function addTypedNote(note: string) {
  typedNote.save([typedNote.current(), note].filter(Boolean).join(', '))
}

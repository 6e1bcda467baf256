import { type NavigateOptions, useLocation } from 'react-router'

/** How to open the cart so that it shows a line that was just put into it. */
export function stateWithAddedLine(id: string): NavigateOptions {
  return { state: { added: id } }
}

/** The id of the line that the cart was opened to show; null for none. */
export function useAddedLine(): string | null {
  const state: { added?: unknown } = Object(useLocation().state)
  return typeof state.added === 'string' ? state.added : null
}

import { useMatches } from 'react-router'

/** What a page says of the frame around it, as its `handle`. */
export interface PageHandle {
  /** False where the visitor orders already and nothing shall lead away. */
  callToOrder: boolean
}

/** Whether the page now shown has the band that invites to order. */
export function useCallToOrder(): boolean {
  return useMatches().every(
    ({ handle }) => (handle as PageHandle | undefined)?.callToOrder !== false,
  )
}

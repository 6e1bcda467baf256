import { type ReactNode, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** Whether the page listens yet: not on the server, and not before the browser has taken its page over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

/** Said only where the browser runs no script: what does not work without, and the way round it. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return <p className="hidden text-sm text-cocoa-soft noscript:block">{children}</p>
}

/**
 * Gives what stands in a form, by the names of its fields, when the page begins to listen: it may have been
 * filled in before. Ahead of the first render of the browser's own, which would write over it.
 */
export function useEarlyInput(formId: string, take: (values: Map<string, string>) => void) {
  const found = useEffectEvent(take)
  useLayoutEffect(() => {
    const form = document.getElementById(formId)
    if (!(form instanceof HTMLFormElement)) return
    const texts = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const)
    found(new Map(texts))
  }, [formId])
}

import { type ReactNode, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import type { Stored } from './browser-storage.ts'

const neverChanges = () => () => {}

/** Whether React runs the page in the browser: false on the server and in the first render in the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

/** What the browser remembers; the empty value on the server and until the page is hydrated. */
export function useStored<T>({ subscribe, current, empty }: Stored<T>): T {
  return useSyncExternalStore(subscribe, current, () => empty)
}

/** Says what does not work and what to do instead, if the browser runs no script. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return <p className="hidden text-sm text-cocoa-soft noscript:block">{children}</p>
}

/**
 * Reads what a visitor typed into a form before the page was hydrated, by the names of its fields. It runs before the
 * first paint after hydration, because the next render overwrites the fields.
 */
export function useEarlyInput(formId: string, onInput: (values: Map<string, string>) => void) {
  const report = useEffectEvent(onInput)
  useLayoutEffect(() => {
    const form = document.getElementById(formId)
    if (!(form instanceof HTMLFormElement)) return
    const texts = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const)
    report(new Map(texts))
  }, [formId])
}

import type { ReactNode } from 'react'

/** Said only where the browser runs no script: what does not work without, and the way round it. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return <p className="hidden text-sm text-cocoa-soft noscript:block">{children}</p>
}

import { useRouteLoaderData } from 'react-router'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { inAppBrowser } from './in-app-browser.ts'

// Hardly anybody needs it, so the cart page does not load it.
const OpenInBrowser = lazyPart(async () => (await import('./open-in-browser.tsx')).OpenInBrowser, {
  loading: <div className="h-56 rounded-card border-2 border-berry" />,
})

/**
 * Leads from a browser inside an app, where the provider's window may not open, into the phone's browser. Nothing
 * elsewhere. Render it only after hydration.
 */
export function PayElsewhere({ lines }: { lines: readonly CartLine[] }) {
  const root = useRouteLoaderData('root') as { worksInApps: boolean } | undefined
  // The shop on a phone's home screen has no 'Safari' either, and opens windows.
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  const browser = isInstalled ? null : inAppBrowser(navigator.userAgent)
  const isPaidNow = lines.some(({ customize }) => !customize)
  if (!browser || !isPaidNow || root?.worksInApps !== false) return null
  return <OpenInBrowser browser={browser} lines={lines} />
}

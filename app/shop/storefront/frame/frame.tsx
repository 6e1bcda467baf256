import { lazy, type ReactNode, Suspense } from 'react'
import { useHasZones } from '#shop/delivery/deliver-to/use-has-zones.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import type { FrameKind } from './page-handle.ts'

// A shop without zones has no byte of it.
const DeliverToBar = lazy(async () =>
  (await import('#shop/delivery/deliver-to/load-zone-parts.ts')).loadDeliverToBar(),
)

/** What stands around every page. */
export function Frame({ kind = 'full', children }: { kind?: FrameKind; children: ReactNode }) {
  const hasZones = useHasZones()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-pill bg-berry px-5 py-3 font-semibold text-paper focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      {kind !== 'none' && <Header kind={kind} />}
      {hasZones && kind === 'full' && (
        <Suspense fallback={<div className="h-11 border-b border-line bg-blush" />}>
          <DeliverToBar />
        </Suspense>
      )}
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      {kind !== 'none' && <Footer kind={kind} />}
    </div>
  )
}

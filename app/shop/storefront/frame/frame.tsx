import type { ReactNode } from 'react'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import type { FrameKind } from './page-handle.ts'

/** What stands around every page. */
export function Frame({ kind = 'full', children }: { kind?: FrameKind; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-pill bg-berry px-5 py-3 font-semibold text-paper focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <Header kind={kind} />
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <Footer kind={kind} />
    </div>
  )
}

import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useHasZones } from '#shop/delivery/deliver-to/delivery-address.ts'
import { phoneHref } from '#shop/values/shop-details.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import fallenCupcake from '../pictures/fallen-cupcake.svg?no-inline'
import type { FrameKind } from './framed-pages.ts'
import { Header } from './header.tsx'
import { useShop } from './shown-shop.ts'

// A shop without zones has no byte of it.
const DeliverToBar = lazyPart(
  async () => (await import('#shop/delivery/deliver-to/load-zone-parts.ts')).loadDeliverToBar(),
  { loading: <div className="h-11 border-b border-line bg-blush" /> },
)

/** Pages that say themselves when their cakes can come. */
const saysEarliest = /^\/(singleproduct\/|cart\b)/i

const Footer = lazyPart(async () => (await import('./footer.tsx')).Footer)

export function Frame({ kind = 'full', children }: { kind?: FrameKind; children: ReactNode }) {
  const hasZones = useHasZones()
  const { pathname } = useLocation()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-pill bg-berry font-semibold text-paper focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-5 focus:py-3"
      >
        Skip to content
      </a>
      {kind !== 'none' && <Header kind={kind} />}
      {hasZones && kind === 'full' && !saysEarliest.test(pathname) && <DeliverToBar />}
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
        <NotStarted />
      </main>
      {kind !== 'none' && <Footer kind={kind} />}
    </div>
  )
}

/** For browsers that are too old, and for a page that came without its modules. */
function NotStarted() {
  const phone = useShop()?.phone
  return (
    phone && (
      <a
        href={phoneHref(phone)}
        data-when="not-started"
        className="sticky bottom-0 z-30 block bg-berry p-4 text-center font-semibold text-paper"
      >
        {`You can read this page, but not order in this browser. Load it again, use a newer one, or call us: ${phone}`}
      </a>
    )
  )
}

/** The frame around an error page; without the frame if the frame itself fails. */
export class ErrorFrame extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    const { children } = this.props
    return this.state.failed ? <main id="main">{children}</main> : <Frame>{children}</Frame>
  }
}

/** For unknown addresses, and for pages that the visitor may not see. */
export function NotFound() {
  return (
    <div className="shell grid justify-items-center pt-12 text-center md:pt-20">
      <img src={fallenCupcake} alt="" width={280} height={136} className="w-full max-w-sm" />
      <h1 className="mt-6 text-4xl">UH OH! You're lost.</h1>
      <p className="mt-3 text-lg text-cocoa-soft">The page you are looking for does not exist.</p>
      <ButtonLink to="/" className="mt-8">
        Go Back to Home
      </ButtonLink>
    </div>
  )
}

export function SomethingWrong() {
  return (
    <div className="shell grid justify-items-center gap-4 py-20 text-center">
      <h1 className="text-3xl">Something went wrong on our side.</h1>
      <p className="max-w-prose text-cocoa-soft">
        Your cart is safe. Please try again in a moment. If it keeps happening, use another browser
        or contact us.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <ButtonLink variant="secondary" to="/contact">
          Contact us
        </ButtonLink>
      </div>
    </div>
  )
}

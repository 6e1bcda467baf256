import { type ReactNode, useEffect } from 'react'
import { preload } from 'react-dom'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { hasZones } from '#shop/delivery/delivery-plan.ts'
import { acceptedCash } from '#shop/orders/money/cash-on-delivery.ts'
import { worksInApps } from '#shop/payments/browser-provider.ts'
import { ErrorFrame, Frame, NotFound, SomethingWrong } from '#shop/storefront/frame/frame.tsx'
import { shownShop, useShop } from '#shop/storefront/frame/shown-shop.ts'
import { gstByCategory } from '#shop/values/gst/goods-rates.ts'
import { reloadLostData } from '#ui/connection.ts'
import { Toaster } from '#ui/toast.tsx'
import type { Route } from './+types/root.ts'
import stylesheet from './app.css?url'
import { appContext } from './context.server.ts'
import { firstScript } from './serving/first-script.ts'
import { useFrameKind, useHydrates } from './shop/storefront/frame/framed-pages.ts'
import figtree from './ui/fonts/figtree.woff2?url'
import fraunces from './ui/fonts/fraunces.woff2?url'

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

export const meta: Route.MetaFunction = ({ error }) =>
  error ? [{ title: 'Cakewala' }, { name: 'robots', content: 'noindex' }] : [{ title: 'Cakewala' }]

// React writes preloads before the styles, and links after them.
const fontOptions = { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const

export function Layout({ children }: { children: ReactNode }) {
  preload(fraunces, fontOptions)
  preload(figtree, fontOptions)
  const styles = useShop()?.styles
  useEffect(() => {
    document.documentElement.dataset.script = 'runs'
  }, [])
  return (
    <html
      lang="en-IN"
      data-script={import.meta.env.SSR ? 'none' : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fff9f2" />
        <FirstScript />
        <Meta />
        <link rel="stylesheet" href={stylesheet} precedence="default" />
        {styles && <style>{styles}</style>}
        <Links />
        {/* The bakery's pages are an app of their own. */}
        <link
          rel="manifest"
          href={useFrameKind() === 'admin' ? '/admin.webmanifest' : '/site.webmanifest'}
        />
      </head>
      <body>
        {children}
        {useHydrates() && (
          <>
            <Toaster />
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

/** It runs once, so the browser's code has no copy. */
function FirstScript() {
  const script = import.meta.env.SSR ? firstScript : ''
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
  return <script dangerouslySetInnerHTML={{ __html: script }} suppressHydrationWarning />
}

export function loader({ context }: Route.LoaderArgs) {
  const { shop, payments, deliveryPlan, clock, publishedCakes } = context.get(appContext)
  const { accepts, forBrowser } = payments.active
  return {
    shop: shownShop(shop, publishedCakes.current().extras.length > 0),
    gst: gstByCategory(shop, clock.now()),
    accepts: [...accepts, ...acceptedCash(deliveryPlan.current(), shop)],
    worksInApps: worksInApps(forBrowser),
    hasZones: hasZones(deliveryPlan.current()),
  }
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [reloadLostData]

// The shop's details do not change during a visit, but where its owner changes them.
export const shouldRevalidate = ({ currentUrl }: ShouldRevalidateFunctionArgs) =>
  /^\/admin\/(shop|words)$/.test(currentUrl.pathname)

export default function App() {
  return (
    <Frame kind={useFrameKind()}>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isNotFound = isRouteErrorResponse(error) && error.status === 404
  return <ErrorFrame>{isNotFound ? <NotFound /> : <SomethingWrong />}</ErrorFrame>
}

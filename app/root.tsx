import type { ReactNode } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { Toaster } from '#ui/toaster.tsx'
import type { Route } from './+types/root.ts'
import { appContext } from './context.server.ts'
import { cartKey } from './shop/cart/cart-storage.ts'
import { Frame } from './shop/storefront/frame/frame.tsx'
import { NotFound } from './shop/storefront/frame/not-found.tsx'
import { SomethingWrong } from './shop/storefront/frame/something-wrong.tsx'
import { SturdyFrame } from './shop/storefront/frame/sturdy-frame.tsx'
import cssUrl from './ui/app.css?url'
import figtree from './ui/fonts/figtree.woff2?url'
import fraunces from './ui/fonts/fraunces.woff2?url'
import { useHydrated } from './ui/use-hydrated.ts'

/*
 * In every page of the server. Before the first paint: who is signed in, from the cookies that pages may read (they grant nothing),
 * and whether the cart is empty. And zod is told not to compile its checks: the Content-Security-Policy refuses that, and reports
 * each try.
 */
const firstScript = import.meta.env.SSR
  ? `(function(d,c){if(/(?:^|; )user=[^;]/.test(c))d.session=/(?:^|; )isAdmin=true(?:;|$)/.test(c)?"admin":"customer";try{if(!/\\[\\{/.test(localStorage["${cartKey}"]))d.cart="empty"}catch{}})(document.documentElement.dataset,document.cookie);globalThis.__zod_globalConfig={jitless:true}`
  : ''

// In production the stylesheet travels inside the page, where the server puts it; the browser finds it there.
const css = import.meta.env.SSR ? '' : document.getElementById('css')?.textContent

/**
 * Until the page listens and fetches ahead by itself, the browser may fetch the documents that are pointed at: pages that
 * are the same for everybody. They are fetched only, not run, so that nothing is counted, asked or changed by them.
 */
const pagesAhead = JSON.stringify({
  prefetch: [
    {
      where: { href_matches: ['/', '/products*', '/singleproduct/*', '/customizecake', '/cart'] },
      eagerness: 'moderate',
    },
  ],
})

const fontPreload = (href: string) =>
  ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const

export const links: Route.LinksFunction = () => [
  fontPreload(fraunces),
  fontPreload(figtree),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

export const meta: Route.MetaFunction = ({ error }) =>
  error ? [{ title: 'Cakewala' }, { name: 'robots', content: 'noindex' }] : [{ title: 'Cakewala' }]

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fff9f2" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: firstScript }} />
        <Meta />
        <Styles />
        <Links />
      </head>
      <body>
        {children}
        <Toaster />
        <PagesAhead />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

function PagesAhead() {
  if (useHydrated()) return null
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
    <script type="speculationrules" dangerouslySetInnerHTML={{ __html: pagesAhead }} />
  )
}

function Styles() {
  return (
    <>
      {import.meta.env.DEV && <link rel="stylesheet" href={cssUrl} />}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the stylesheet that the build made */}
      <style id="css" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css ?? '' }} />
    </>
  )
}

export const loader = ({ context }: Route.LoaderArgs) => ({ shop: context.get(appContext).shop })

// What the shop says of itself does not change while someone looks around.
export const shouldRevalidate = () => false

export default function App() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404
  return <SturdyFrame>{missing ? <NotFound /> : <SomethingWrong />}</SturdyFrame>
}

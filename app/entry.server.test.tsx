import { createHash } from 'node:crypto'
import { lazy, type ReactNode, Suspense } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, type ServerBuild } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { inlineScripts } from '#platform/http/security-headers.server.ts'
import type { AppContext } from './context.server.ts'
import * as entry from './entry.server.tsx'
import { firstScript } from './serving/first-script.ts'
import { createPages } from './serving/pages.server.ts'

const evil = '</script><script>steal()</script><!-- $& ₹'
/** Some of the router's own shape. */
const injected = [
  'steal()',
  'window.__reactRouterContext.streamController.enqueue("[1]");',
  '((storageKey, restoreKey) => { steal() })("react-router-scroll-positions", null)',
  'import "/assets/upload-1.js";window.__reactRouterRouteModules = {};import("/assets/evil-1.js");',
]
const inScript = (text: string) => `<script nonce="">${text}</script>`
const Lazy = lazy(async () => ({ default: () => <p>Pay by card</p> }))

const pages: Record<string, () => ReactNode> = {
  cake: () => (
    <Suspense fallback="…">
      <Lazy />
    </Suspense>
  ),
  long: () => <Suspense>{'A long text. '.repeat(5000)}</Suspense>,
  broken: () => (
    <Suspense fallback="…">
      <Broken />
    </Suspense>
  ),
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what no page must do
  injected: () => <div dangerouslySetInnerHTML={{ __html: injected.map(inScript).join('') }} />,
  order: () => null,
}

function Broken(): never {
  throw new Error('no such picture')
}

function Root({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant */}
        <script dangerouslySetInnerHTML={{ __html: firstScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

const root = {
  id: 'root',
  module: {
    Layout: Root,
    default: () => <Outlet />,
    ErrorBoundary: () => <h1>Something went wrong</h1>,
    meta: () => [{ 'script:ld+json': { name: evil } }],
  },
}
const routes = [
  root,
  ...Object.entries(pages).map(([path, Page]) => ({
    id: `pages/${path}`,
    parentId: 'root',
    path,
    module: { default: Page, loader: () => ({ name: evil }) },
  })),
]
const assets = routes.map(({ id }) => ({
  id,
  module: `/assets/${id.replace('/', '.')}-a1_B.js`,
  imports: ['/assets/shared-c.js'],
  css: [],
  hasLoader: id !== 'root',
}))
const byId = <Route extends { id: string }>(all: Route[]) =>
  Object.fromEntries(all.map((route) => [route.id, route]))

const build = {
  entry: { module: entry },
  routes: byId(routes),
  assets: {
    version: '1',
    url: '/assets/manifest-1.js',
    entry: { module: '/assets/entry.client-1.js', imports: ['/assets/react-1.js'] },
    routes: byId(assets),
  },
  assetsBuildDirectory: '',
  publicPath: '/',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
} as unknown as ServerBuild

const hashOf = (script: string) => createHash('sha256').update(script).digest('base64')
const logged: unknown[] = []
const context = {
  shop: { mapEmbedUrl: 'https://map.example/shop', contactFormUrl: null },
  payments: { active: { forBrowser: { name: 'razorpay', keyId: 'k' } } },
  log: { error: ({ err }: { err: unknown }) => logged.push(err) },
} as unknown as AppContext

async function visit(path: string) {
  const render = createPages({
    context,
    build: async () => build,
    mode: 'production',
    commonHeaders: [['cross-origin-opener-policy', 'same-origin']],
  })
  const response = await render(new Request(`http://shop.test/${path}`))
  const html = await response.text()
  const policy = response.headers.get('content-security-policy') ?? ''
  return { status: response.status, headers: response.headers, html, policy }
}

beforeEach(() => {
  vi.stubEnv('PROD', true)
  vi.stubEnv('DEV', false)
  logged.length = 0
})

describe('a document', () => {
  it('is whole, with its lazy and its long parts in their places', async () => {
    const { html } = await visit('cake')
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en">.*<\/body><\/html>$/s)
    expect(html).toContain('<p>Pay by card</p>')
    const long = await visit('long')
    for (const page of [html, long.html]) expect(page).not.toMatch(/<template|hidden id=|…/)
  })

  it('is an error page when a part throws, also inside a boundary', async () => {
    const { status, html } = await visit('broken')
    expect(status).toBe(500)
    expect(html).toContain('Something went wrong')
    expect(logged).toHaveLength(1)
  })
})

describe('the modules of a page', () => {
  it('wait for the first paint', async () => {
    const { html } = await visit('cake')
    expect(html).not.toMatch(/modulepreload"|<script type="module"/)
    expect(html.match(/<link rel="later"/g)?.length).toBe(6)
    expect(html.match(/<script type="later">[^<]*import\("\/assets\/entry/g)?.length).toBe(1)
    expect(html).toMatch(/<script>\(\(\) => \{\s+const start = [^<]+<\/script><\/body><\/html>$/)
  })
})

describe('the policy of a page', () => {
  it('allows every script that is run, and no text of a cake is one', async () => {
    const { html, policy } = await visit('cake')
    const scripts = inlineScripts(html).map(({ text }) => text)
    expect(scripts).toHaveLength(7)
    expect(scripts.join()).not.toContain('</script')
    for (const script of scripts) expect(policy).toContain(hashOf(script))
    expect(policy.match(/'sha256-/g)).toHaveLength(scripts.length)
  })

  it('allows no other inline script, whatever it looks like', async () => {
    const { html, policy } = await visit('injected')
    expect(policy.match(/'sha256-/g)).toHaveLength(7)
    for (const script of injected) {
      expect(html).toContain(script)
      expect(policy).not.toContain(hashOf(script))
    }
  })

  it('marks its own scripts with what no document shows', async () => {
    const { html } = await visit('cake')
    expect(html).not.toContain('nonce=')
  })

  it('lets the provider’s code work on the page for payments only', async () => {
    const order = await visit('order')
    expect(order.policy).toContain('https://checkout.razorpay.com')
    expect(order.policy).toMatch(/frame-src [^;]*https:\/\/api\.razorpay\.com [^;]*upi: intent: /)
    expect(order.headers.get('permissions-policy')).toContain('https://api.razorpay.com')
    expect(order.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    const cake = await visit('cake')
    expect(cake.policy).not.toContain('razorpay')
    expect(cake.policy).toContain('frame-src https://map.example')
    expect(cake.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(cake.headers.get('cache-control')).toBe('private, no-store')
  })
})

import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { type PlainAnswer, plainAnswerOf } from '#platform/http/plain-answer.server.ts'
import { databaseBackSeconds } from '#platform/http/problems.server.ts'
import {
  type ContentSources,
  contentSecurityPolicy,
  permissionsPolicy,
} from '#platform/http/security-headers.server.ts'
import { type BrowserProvider, providerSources } from '#shop/payments/browser-provider.ts'
import {
  type AppContext,
  appContext,
  finishedPage,
  pageFailure,
  pageTags,
} from '../context.server.ts'
import type { FinishedPage } from './finish-page.server.ts'

export interface PagesDeps {
  context: AppContext
  /** React Router's build; asked for anew at each request, because development changes it. */
  build: () => Promise<ServerBuild>
  mode: 'development' | 'production' | 'test'
  /** Headers of every answer. */
  commonHeaders: readonly [string, string][]
}

/** The one page that frames something of the shop's own: a mail, as its reader sees it. */
const framesMails = /^\/admin\/outbox\/./i

/** The one page where the code of the company that takes payments works. */
const takesPayments = /^\/order\/?$/i

/** A page that failed because the database did not answer is there again soon. */
const databaseAway = 503

/** What a page may do, in headers. */
interface PageRights {
  sources: ContentSources
  headers: Record<string, string>
}

/** Renders pages whole; `shows` takes the tags of what a page shows. */
export function createPages({ context, build, mode, commonHeaders }: PagesDeps) {
  const usual: PageRights = { sources: contentSources(context), headers: {} }
  const withMails = plus(usual, { frames: ["'self'"] })
  const withPayments = forPayments(usual, context.payments.active.forBrowser)

  function rightsOf({ url }: Request): PageRights {
    const { pathname } = new URL(url)
    if (takesPayments.test(pathname)) return withPayments
    return framesMails.test(pathname) ? withMails : usual
  }

  let latest: { of: ServerBuild; handle: RequestHandler } | null = null
  async function handler(): Promise<RequestHandler> {
    const of = await build()
    if (latest?.of !== of) latest = { of, handle: createRequestHandler(of, mode) }
    return latest.handle
  }

  return async (request: Request, shows: Set<string>): Promise<PlainAnswer> => {
    const provider = new RouterContextProvider()
    const failure = { isUnavailable: false }
    const finished: { page: FinishedPage | null } = { page: null }
    provider.set(appContext, context)
    provider.set(pageTags, shows)
    provider.set(pageFailure, failure)
    provider.set(finishedPage, finished)
    const handle = await handler()
    const response = await handle(request, provider)
    const headers = new Headers(response.headers)
    for (const [name, value] of commonHeaders) {
      // A page may be stricter than the rest.
      if (!headers.has(name)) headers.set(name, value)
    }
    if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store')
    if (failure.isUnavailable) headers.set('retry-after', String(databaseBackSeconds))
    const { page } = finished
    if (page && mode !== 'development') setPolicy(headers, page, rightsOf(request))
    return {
      status: failure.isUnavailable ? databaseAway : response.status,
      headers: [...headers].flat(),
      body: page?.html ?? (await plainAnswerOf(response)).body,
    }
  }
}

function setPolicy(headers: Headers, page: FinishedPage, { sources, headers: own }: PageRights) {
  headers.set('content-security-policy', contentSecurityPolicy(page.scripts, sources))
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
}

function contentSources({ shop }: AppContext): ContentSources {
  const originOf = (address: string) => new URL(address).origin
  return {
    scripts: [],
    frames: [originOf(shop.mapEmbedUrl)],
    connections: shop.contactFormUrl ? [originOf(shop.contactFormUrl)] : [],
  }
}

function plus({ sources, headers }: PageRights, more: Partial<ContentSources>): PageRights {
  const { scripts = [], frames = [], connections = [] } = more
  return {
    sources: {
      scripts: [...sources.scripts, ...scripts],
      frames: [...sources.frames, ...frames],
      connections: [...sources.connections, ...connections],
    },
    headers,
  }
}

function forPayments(usual: PageRights, company: BrowserProvider): PageRights {
  const { paymentRequests, opensWindows, ...sources } = providerSources(company)
  return {
    ...plus(usual, sources),
    headers: {
      'permissions-policy': permissionsPolicy(paymentRequests),
      // The common 'same-origin' cuts a window off from the frame that opened it.
      ...(opensWindows && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
    },
  }
}

import {
  createRequestHandler,
  matchRoutes,
  type RequestHandler,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { databaseBackSeconds } from '#platform/http/problems.server.ts'
import { writeRobotFile } from '#shop/storefront/robot-files.server.ts'
import { type AppContext, appContext, pageFailure } from '../context.server.ts'

const notCached = ['cache-control', 'private, no-store'] as const

/** The status if the database did not respond. */
const serviceUnavailable = 503

/**
 * Renders the page of a request, or writes its file for robots.
 *
 * @param settings `build` is read again for each request, because development changes it
 */
export function createPages(settings: {
  context: AppContext
  build: () => Promise<ServerBuild>
  mode: 'development' | 'production' | 'test'
  /** Headers of every response; a page may be stricter. */
  commonHeaders: readonly [string, string][]
}) {
  const { context, build, mode, commonHeaders } = settings
  let latest: { build: ServerBuild; handle: RequestHandler } | null = null
  async function handler(): Promise<RequestHandler> {
    const current = await build()
    if (latest?.build !== current) {
      latest = { build: current, handle: createRequestHandler(current, mode) }
    }
    return latest.handle
  }

  return async (request: Request): Promise<Response> => {
    const failure = { isUnavailable: false }
    const provider = new RouterContextProvider()
    provider.set(appContext, context)
    provider.set(pageFailure, failure)
    const handle = await handler()
    const response = writeRobotFile(context, request.url) ?? (await handle(request, provider))
    const { headers } = response
    // React Router leaves it out for the data of a page.
    const type = headers.get('content-type')
    if (type?.startsWith('text/') && !type.includes('charset'))
      headers.set('content-type', `${type}; charset=utf-8`)
    for (const [name, value] of [...commonHeaders, notCached]) {
      if (!headers.has(name)) headers.set(name, value)
    }
    if (!failure.isUnavailable) return response
    headers.set('retry-after', String(databaseBackSeconds))
    return new Response(response.body, { status: serviceUnavailable, headers })
  }
}

type Routes = ServerBuild['routes']

const trees = new WeakMap<Routes, RouteObject[]>()

export const notFoundPattern = '/*'

/** The pattern of the page at a path, such as '/singleproduct/:id'. */
export function pagePattern(routes: Routes, path: string): string {
  const tree = trees.get(routes) ?? childrenOf(routes, undefined)
  trees.set(routes, tree)
  const matches = canDecode(path) ? matchRoutes(tree, pagePath(path)) : null
  if (!matches) return notFoundPattern
  return `/${matches.flatMap(({ route }) => route.path || []).join('/')}`
}

function childrenOf(routes: Routes, parentId: string | undefined): RouteObject[] {
  const children = Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
  return children.map((route): RouteObject => {
    const { id, path, index } = route
    return index ? { id, path, index } : { id, path, children: childrenOf(routes, id) }
  })
}

/** `matchRoutes` logs a warning to the console if it cannot decode a path. */
function canDecode(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

function pagePath(path: string): string {
  const page = path.replace(/\.data$/i, '')
  return page === '/_' || page === '/_root' ? '/' : page
}

import type { EntryContext, LoaderFunctionArgs, ServerBuild } from 'react-router'
import { appContext } from '#app/context.server.ts'

/**
 * Stands in for the built pages where a test is about what goes around them: a home page, the catalogue, a cake's page, two
 * of a customer's own, one of which sends no referrer, and the one for all else. Each shows what it was
 * rendered from, and is counted.
 */
export function fewPages() {
  const renders: string[] = []
  const page = async ({ request, params, context }: LoaderFunctionArgs) => {
    const { pathname, search } = new URL(request.url)
    renders.push(pathname + search)
    if (params.id === undefined) return { pathname, search }
    const cake = context.get(appContext).publishedCakes.current().byId.get(params.id)
    if (!cake) throw new Response(null, { status: 404 })
    return cake
  }
  const nothing = () => {
    renders.push('nothing')
    throw new Response(null, { status: 404 })
  }
  const paths = {
    products: page,
    login: page,
    quote: page,
    'singleproduct/:id': page,
    '*': nothing,
  }
  const routes = Object.entries(paths).map(([path, loader]) => [path, routeOf(path, loader)])
  const home = { ...routeOf('home', page), path: undefined, index: true }
  const build = {
    entry: { module: { default: respond } },
    routes: { home, ...Object.fromEntries(routes) },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    assetsBuildDirectory: '',
    publicPath: '/',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild
  return { build: async () => build, renders }
}

function routeOf(path: string, loader: (args: LoaderFunctionArgs) => unknown) {
  const headers = () => ({ ...(path === 'quote' && { 'Referrer-Policy': 'no-referrer' }) })
  return { id: path, path, module: { default: () => null, loader, headers } }
}

function respond(
  _request: Request,
  status: number,
  headers: Headers,
  { staticHandlerContext }: EntryContext,
) {
  const text = `<p>${JSON.stringify(staticHandlerContext.loaderData)}</p>`
  headers.set('content-type', 'text/html')
  headers.set('content-security-policy', "default-src 'self'")
  return new Response(text.repeat(50), { status, headers })
}

import { RegExpRouter } from 'hono/router/reg-exp-router'
import type { ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']

const routers = new WeakMap<Routes, RegExpRouter<string>>()

/** The pattern of the page at a path, such as '/singleproduct/:id'; '/*' where there is no page. */
export function pagePattern(routes: Routes, path: string): string {
  const router = routers.get(routes) ?? createRouter(routes)
  routers.set(routes, router)
  return router.match('GET', pageOf(path.toLowerCase()))[0][0]?.[0] ?? '/*'
}

function createRouter(routes: Routes) {
  const router = new RegExpRouter<string>()
  const patterns = Object.values(routes).flatMap((route) => {
    if (route?.index) return ['/']
    return route?.path && route.path !== '*' ? [`/${route.path}`] : []
  })
  for (const pattern of patterns) router.add('GET', lowerCased(pattern), pattern)
  return router
}

/** As React Router matches, in any case; names of parameters stay. */
function lowerCased(pattern: string): string {
  return pattern.replace(/(?<=\/)[^:/][^/]*/g, (part) => part.toLowerCase())
}

/** React Router's data requests are requests for their page. */
function pageOf(path: string): string {
  const page = path.replace(/\.data$/, '').replace(/(?<=.)\/$/, '')
  return page === '/_' || page === '/_root' ? '/' : page
}

import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']

const trees = new WeakMap<Routes, RouteObject[]>()

export const notFoundPattern = '/*'

/** The pattern of the page at a path, such as '/singleproduct/:id'. */
export function pagePattern(routes: Routes, path: string): string {
  const tree = trees.get(routes) ?? childrenOf(routes, undefined)
  trees.set(routes, tree)
  const matches = matchRoutes(tree, pagePath(path))
  if (!matches) return notFoundPattern
  return `/${matches.flatMap(({ route }) => route.path || []).join('/')}`
}

/** A build has its routes in one table, `matchRoutes` takes a tree. */
function childrenOf(routes: Routes, parentId: string | undefined): RouteObject[] {
  const children = Object.values(routes).filter((route) => route?.parentId === parentId)
  return children.flatMap((route) => {
    if (!route) return []
    const { id, path, index, caseSensitive } = route
    if (index) return [{ id, path, index, caseSensitive }]
    return [{ id, path, caseSensitive, children: childrenOf(routes, id) }]
  })
}

/** React Router's data requests are requests for their page. */
function pagePath(path: string): string {
  const page = path.replace(/\.data$/i, '')
  return page === '/_' || page === '/_root' ? '/' : page
}

import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

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

/** A build has its routes in one table, `matchRoutes` takes a tree. */
function childrenOf(routes: Routes, parentId: string | undefined): RouteObject[] {
  const children = Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
  return children.map((route): RouteObject => {
    const { id, path, index } = route
    return index ? { id, path, index } : { id, path, children: childrenOf(routes, id) }
  })
}

/** `matchRoutes` writes a warning to the console where it cannot. */
function canDecode(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

/** React Router's data requests are requests for their page. */
function pagePath(path: string): string {
  const page = path.replace(/\.data$/i, '')
  return page === '/_' || page === '/_root' ? '/' : page
}

import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  Outlet,
  type RouteObject,
  RouterContextProvider,
  StaticRouterProvider,
  useLoaderData,
} from 'react-router'
import { appContext } from '#app/context.server.ts'
import routes from '#app/routes.ts'
import type { TestShop } from '../support/test-shop.ts'

type Listed = (typeof routes)[number]

interface PageModule {
  default: (props: { loaderData: unknown; params: object }) => ReactNode
  loader?: (args: object) => unknown
}

function Loaded({ Page }: { Page: PageModule['default'] }) {
  return createElement(Page, { loaderData: useLoaderData(), params: {} })
}

function routeOf({ id, path, file, children }: Listed): RouteObject {
  const lazy = async () => {
    const { default: Page, loader }: PageModule = await import(
      /* @vite-ignore */ `../../app/${file}`
    )
    return {
      loader: (args: { request: Request }) =>
        loader?.({ ...args, url: new URL(args.request.url) }) ?? null,
      element: createElement(Loaded, { Page }),
    }
  }
  return { id, path: path ?? '', lazy, children: children?.map(routeOf) }
}

const root: Promise<RouteObject> = import('#app/root.tsx').then(({ loader }) => ({
  id: 'root',
  loader: loader as never,
  Component: Outlet,
  children: routes.map(routeOf),
}))
const handler = root.then((route) => createStaticHandler([route]))

/** A page as the shop renders it, in words: see {@link wordsOf}. */
export async function readPage({ context: app }: TestShop, path: string, token?: string) {
  const requestContext = new RouterContextProvider()
  requestContext.set(appContext, app)
  const headers = token ? { authorization: `Bearer ${token}` } : undefined
  const { query, dataRoutes } = await handler
  const context = await query(new Request(`http://shop.test${path}`, { headers }), {
    requestContext,
  })
  if (context instanceof Response) throw new Error(`${path} answers ${context.status}`)
  if (context.errors) throw Object.values(context.errors)[0]
  const router = createStaticRouter(dataRoutes, context)
  return wordsOf(
    renderToString(createElement(StaticRouterProvider, { router, context, hydrate: false })),
  )
}

/** The words of a document: a line for each paragraph, entry and row, whose cells have a bar between them. */
export function wordsOf(html: string): string {
  return html
    .replace(/<(script|style|title|option)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
    .replace(/<\/(?:dt|td|th)>/g, ' | ')
    .replace(
      /<\/(?:p|li|dd|tr|h\d|button|a|summary|label|header|section|article|div|dl)>|<br\/?>/g,
      '\n',
    )
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/[ \u00a0\u00ad\u200b]+/g, ' ')
    .replace(/ ([.,:;])/g, '$1')
    .replace(/(?: ?\| ?)+(?=\n|$)/g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}

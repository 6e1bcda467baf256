import { readConfig } from '#app/config/config.server.ts'
import { createHttpHandler } from '#app/serving/http.server.ts'
import { createResponseCache } from '#platform/http/response-cache.server.ts'
import { createObservability } from '#platform/observability/observability.server.ts'
import { createWebServer, type WebServer } from '#platform/process/web-server.server.ts'
import { fewPages } from './few-pages.ts'
import type { TestShop } from './test-shop.ts'

const rendering = { running: 2, waiting: 4 }

export const createTestCache = () =>
  createResponseCache({
    maxBytes: 1_000_000,
    maxAgeMs: 60_000,
    creating: { bounded: rendering, unbounded: rendering },
  })

/**
 * A test shop with few pages on a port of this machine, for what is about connections or the response cache. It trusts a
 * proxy, unless `settings` say otherwise.
 */
export async function listen(
  { context }: TestShop,
  settings: Partial<Parameters<typeof createHttpHandler>[0]> = {},
): Promise<WebServer> {
  const { handle } = createHttpHandler({
    context,
    config: readConfig({ NODE_ENV: 'test', TRUST_PROXY: 'on' }),
    observability: createObservability({ log: context.log }),
    responseCache: createTestCache(),
    pageBuild: fewPages().build,
    rendering,
    operatorCalls: null,
    ready: { checks: {}, acceptsRequests: () => true },
    ...settings,
  })
  const web = createWebServer()
  web.server.on('request', (incoming, outgoing) => void handle(incoming, outgoing))
  await web.listen({ host: '127.0.0.1', port: 0 })
  return web
}

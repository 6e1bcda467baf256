import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { cachedForEver } from '../files/open-files.server.ts'

const forAnHour = 'public, max-age=3600'

/** Serves the built client. Names under /assets/ have a hash, so they are cached for ever. Compressed files are used. */
export function serveClientFiles(folder: string) {
  const found = new WeakSet<Request>()
  return new Hono().use(
    '*',
    async (c, next) => {
      await next()
      if (!found.has(c.req.raw)) return
      c.header('cache-control', c.req.path.startsWith('/assets/') ? cachedForEver : forAnHour)
    },
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (_path, c) => {
        found.add(c.req.raw)
      },
    }),
  )
}

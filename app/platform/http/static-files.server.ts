import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

/** The built client: names under /assets/ carry a hash and may be kept for ever; compressed siblings are used. */
export function serveClientFiles(folder: string) {
  return new Hono().use(
    '*',
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (_path, c) => {
        const hashed = c.req.path.startsWith('/assets/')
        c.header(
          'cache-control',
          hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        )
      },
    }),
  )
}

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Hono } from 'hono'
import { contentSecurityPolicy } from './security-headers.server.ts'

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const fileTypes = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
])

/** The OpenAPI document as a page to read and try, from our own origin. Mounted where the page is to be. */
export function serveApiDocs({ title, openApiUrl }: { title: string; openApiUrl: string }) {
  const start = `SwaggerUIBundle({ url: ${JSON.stringify(openApiUrl)}, dom_id: '#docs', deepLinking: true })`
  const page = `<!DOCTYPE html>
<html lang="en-IN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="stylesheet" href="docs/swagger-ui.css"></head>
<body><h1 hidden>${title}</h1><noscript>This page needs JavaScript; the document itself is at <a href="${openApiUrl}">${openApiUrl}</a>.</noscript>
<div id="docs"></div><script src="docs/swagger-ui-bundle.js"></script><script>${start}</script></body>
</html>`
  const policy = contentSecurityPolicy([start], {
    scripts: [],
    frames: [],
    connections: [],
  })

  return new Hono()
    .get('/', (c) => c.html(page, 200, { 'content-security-policy': policy }))
    .get('/:file', async (c) => {
      const type = fileTypes.get(c.req.param('file'))
      if (!type) return c.notFound()
      const bytes = await readFile(join(folder, c.req.param('file')))
      return c.body(new Uint8Array(bytes), 200, {
        'content-type': type,
        'cache-control': 'public, max-age=3600',
      })
    })
}

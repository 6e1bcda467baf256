import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from '@hono/zod-openapi'
import { Hono } from 'hono'
import type { Access, Declaration, Endpoint, FileEndpoint, UploadEndpoint } from './endpoint.ts'
import { problemSchema } from './problems.server.ts'
import { contentSecurityPolicy } from './security-headers.server.ts'

const statusTexts = { 401: 'Not logged in', 403: 'Not allowed', 404: 'Not found' } as const

export function routeOf(declaration: Endpoint) {
  const { body, response } = declaration
  const answer = { description: 'Done', content: { 'application/json': { schema: response } } }
  return routeWith(declaration, answer, body && { 'application/json': { schema: body } })
}

export function uploadRouteOf(declaration: UploadEndpoint) {
  const { response, field } = declaration
  const schema = z.object({ [field]: z.file().openapi({ type: 'string', format: 'binary' }) })
  const answer = { description: 'Done', content: { 'application/json': { schema: response } } }
  return routeWith(declaration, answer, { 'multipart/form-data': { schema } })
}

export function fileRouteOf(declaration: FileEndpoint) {
  const schema = z.string().openapi({ format: 'binary' })
  const content = Object.fromEntries(declaration.types.map((type) => [type, { schema }]))
  return routeWith(declaration, { description: 'The file', content })
}

/** By media type. */
type Content = Record<string, { schema: z.ZodType }>
type AnyCall = Declaration & { method: 'GET' | 'POST' }

function routeWith(
  declaration: AnyCall,
  answer: { description: string; content: Content },
  body?: Content,
) {
  const { method, path, tag, summary, description, access, query, params } = declaration
  return {
    method: method === 'GET' ? ('get' as const) : ('post' as const),
    path,
    operationId: `${method.toLowerCase()} ${path}`.replace(/\W+(\w)?/g, (_, next?: string) =>
      (next ?? '').toUpperCase(),
    ),
    tags: [tag],
    summary,
    description,
    security: securityOf(access),
    request: { query, params, body: body && { required: true, content: body } },
    responses: { 200: answer, ...problemResponses(declaration, body !== undefined) },
  }
}

function problemResponses({ method, access, recentPassword, problems }: AnyCall, hasBody: boolean) {
  const statuses = new Set<number>([400, 422, 429, 500, 503, ...(problems ?? [])])
  if (hasBody) statuses.add(413).add(415)
  if (method === 'POST') statuses.add(403)
  if (access !== 'anyone') statuses.add(401)
  const needsPermission = !['anyone', 'link', 'guest', 'signed-in'].includes(access)
  if (needsPermission || recentPassword) statuses.add(403)
  return Object.fromEntries(
    [...statuses].sort().map((status) => [status, problemResponseOf(status)]),
  )
}

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'anyone') return []
  const session: Record<string, string[]>[] = [{ cookie: [] }, { bearer: [] }]
  return access === 'link' ? [{}, ...session] : session
}

function problemResponseOf(status: number) {
  return {
    description: statusTexts[status as keyof typeof statusTexts] ?? `Problem ${status}`,
    content: { 'application/problem+json': { schema: problemSchema } },
  }
}

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

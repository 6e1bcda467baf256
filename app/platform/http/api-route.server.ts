import { z } from '@hono/zod-openapi'
import type { Access, Declaration, Endpoint, FileEndpoint, UploadEndpoint } from './endpoint.ts'
import { problemSchema } from './problems.server.ts'

const statusTexts = { 401: 'Not signed in', 403: 'Not allowed', 404: 'Not found' } as const

/** A declared call as OpenAPI has it. */
export function routeOf(declaration: Endpoint) {
  const { body, query, params, response } = declaration
  return {
    ...commonParts(declaration),
    request: {
      query,
      params,
      body: body
        ? { required: true, content: { 'application/json': { schema: body } } }
        : undefined,
    },
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: response } } },
      ...problemResponses(declaration, body !== undefined),
    },
  }
}

/** As {@link routeOf}. The API reads the body itself, because it is a file. */
export function uploadRouteOf(declaration: UploadEndpoint) {
  const { query, response, field } = declaration
  const schema = z.object({ [field]: z.file().openapi({ type: 'string', format: 'binary' }) })
  return {
    ...commonParts(declaration),
    request: { query, body: { required: true, content: { 'multipart/form-data': { schema } } } },
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: response } } },
      ...problemResponses(declaration, true),
    },
  }
}

export function fileRouteOf(declaration: FileEndpoint) {
  const { query, params, types } = declaration
  const schema = z.string().openapi({ format: 'binary' })
  return {
    ...commonParts(declaration),
    request: { query, params },
    responses: {
      200: {
        description: 'The file',
        content: Object.fromEntries(types.map((type) => [type, { schema }])),
      },
      ...problemResponses(declaration, false),
    },
  }
}

type AnyCall = Declaration & { method: 'GET' | 'POST' }

function commonParts({ method, path, tag, summary, description, access }: AnyCall) {
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
  }
}

function problemResponses({ method, access, recentPassword, problems }: AnyCall, hasBody: boolean) {
  const statuses = new Set<number>([400, 422, 429, 500, 503, ...(problems ?? [])])
  if (hasBody) statuses.add(413).add(415)
  if (method === 'POST') statuses.add(403)
  if (access !== 'anyone') statuses.add(401)
  const needsPermission = !['anyone', 'guest', 'signed-in'].includes(access)
  if (needsPermission || recentPassword) statuses.add(403)
  return Object.fromEntries(
    [...statuses].sort().map((status) => [status, problemResponseOf(status)]),
  )
}

function securityOf(access: Access): Record<string, string[]>[] {
  return access === 'anyone' ? [] : [{ cookie: [] }, { bearer: [] }]
}

function problemResponseOf(status: number) {
  return {
    description: statusTexts[status as keyof typeof statusTexts] ?? `Problem ${status}`,
    content: { 'application/problem+json': { schema: problemSchema } },
  }
}

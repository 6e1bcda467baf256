import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#app/routes.ts'
import { apiBase } from '#platform/http/api-client.ts'
import type { Schema } from './value-of-schema.ts'

/** A call or page that is fuzzed. */
export interface FuzzTarget {
  method: string
  /** With its parameters as {name}. */
  path: string
  query: Record<string, Schema>
  body: { kind: 'json'; schema: Schema } | { kind: 'file'; name: string } | null
}

interface Operation {
  parameters?: { name: string; in: 'path' | 'query'; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

/** What is no declared call and no page. */
const others = [
  ...['/healthz', '/readyz', '/metrics', '/api/docs', '/api/docs/swagger-ui.css'],
  ...['/favicon.ico', '/robots.txt', '/assets/none.js', '/pictures/{uuid}/640.webp'],
  ...[`${apiBase}/openapi.json`, `${apiBase}/nothing`],
]
const webhooks = ['sandbox', 'stripe', 'razorpay', 'nobody']

/** Every call that the shop declares, every page, and what else it serves. */
export async function readTargets(url: string): Promise<FuzzTarget[]> {
  const response = await fetch(`${url}${apiBase}/openapi.json`)
  const calls = Object.entries(((await response.json()) as OpenApi).paths).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => callOf(method, path, operation)),
  )
  // What one call reads from its query, a page may read from its own.
  const query = Object.assign({ next: {}, token: {} }, ...calls.map((call) => call.query))
  const pages = routes.flatMap((route) => pathsOf(route))
  return [
    ...calls,
    ...[...pages, ...pages.map((path) => `${path === '/' ? '/_root' : path}.data`), ...others].map(
      (path) => ({ method: 'GET', path, query, body: null }),
    ),
    ...webhooks.map((name) => ({
      method: 'POST',
      path: `${apiBase}/payments/webhook/${name}`,
      query: {},
      body: { kind: 'json' as const, schema: { type: 'object' } },
    })),
  ]
}

function callOf(method: string, path: string, { parameters, requestBody }: Operation): FuzzTarget {
  const queries = (parameters ?? []).filter((parameter) => parameter.in === 'query')
  const [body] = Object.entries(requestBody?.content ?? {})
  return {
    method: method.toUpperCase(),
    path: `${apiBase}${path}`,
    query: Object.fromEntries(queries.map(({ name, schema }) => [name, schema])),
    body: body ? bodyOf(...body) : null,
  }
}

function bodyOf(type: string, { schema }: { schema: Schema }): FuzzTarget['body'] {
  if (type === 'application/json') return { kind: 'json', schema }
  return { kind: 'file', name: Object.keys(schema.properties ?? {})[0] ?? 'file' }
}

function pathsOf({ path, children = [] }: RouteConfigEntry): string[] {
  if (children.length > 0) return children.flatMap((child) => pathsOf(child))
  return [`/${path ?? ''}`.replace(/:(\w+)/g, '{$1}').replace('*', 'nothing/here')]
}

import { afterAll, describe, expect, it, vi } from 'vitest'
import { openTestShop } from '../support/test-shop.ts'
import { type OpenApi, operationsOf } from './open-api.ts'

const shop = await openTestShop()
afterAll(() => shop.close())

const { body: document } = await shop.get<OpenApi>('/openapi.json')
const operations = [...operationsOf(document)]

/** Every value under a key, wherever it stands. */
function valuesOf(key: string, node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) => [
    ...(name === key ? [value] : []),
    ...valuesOf(key, value),
  ])
}

function resolve(ref: string): unknown {
  const steps = ref.replace(/^#\//, '').split('/')
  const unescaped = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return unescaped.reduce<unknown>(
    (node, step) => (node as Record<string, unknown>)?.[step],
    document,
  )
}

describe('the OpenAPI document', () => {
  it('says what it is and where', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.info).toMatchObject({
      title: 'Cakewala API',
      version: '1',
      contact: { name: 'Cakewala', email: expect.stringContaining('@') },
    })
    expect(document.servers).toEqual([{ url: '/api/v1' }])
    expect(operations.length).toBeGreaterThan(15)
  })

  it('is written once, not for each request', async () => {
    const write = vi.spyOn(shop.api, 'getOpenAPI31Document')
    expect((await shop.get<OpenApi>('/openapi.json')).body).toEqual(document)
    expect(write).not.toHaveBeenCalled()
  })

  it('declares the tags of its calls', () => {
    const used = new Set(operations.flatMap(([, { tags }]) => tags))
    expect(document.tags.map(({ name }) => name)).toEqual([...used].sort())
  })

  it('resolves every $ref', () => {
    const refs = valuesOf('$ref', document)
    expect(refs.length).toBeGreaterThan(0)
    for (const ref of refs) expect([ref, resolve(String(ref))]).toEqual([ref, expect.any(Object)])
  })

  it('names every call once', () => {
    const ids = operations.map(([, { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z]\w+$/)
  })

  it('knows the ways to be logged in', () => {
    const schemes = Object.keys(document.components.securitySchemes ?? {})
    for (const [call, { security }] of operations) {
      for (const way of security)
        expect([call, schemes]).toEqual([call, expect.arrayContaining(Object.keys(way))])
    }
  })
})

describe.each(operations)('%s', (call, operation) => {
  it('has a summary, a description and a group', () => {
    expect(operation.summary).toMatch(/^\S.{3,60}[^.]$/)
    expect(operation.description).toMatch(/^\S.*\.$/)
    expect(operation.tags).toHaveLength(1)
  })

  it('says what it answers', () => {
    const contents = Object.values(operation.responses['200']?.content ?? {})
    expect(contents.length).toBeGreaterThan(0)
    for (const { schema } of contents) expect(schema).toEqual(expect.any(Object))
  })

  it('has a problem for every refusal', () => {
    const problems = Object.entries(operation.responses).filter(([status]) => status !== '200')
    const statuses = problems.map(([status]) => Number(status))
    expect(statuses).toEqual(expect.arrayContaining([400, 422, 429, 500]))
    if (operation.requestBody) expect(statuses).toEqual(expect.arrayContaining([413, 415]))
    if (call.startsWith('POST')) expect(statuses).toContain(403)
    if (operation.security.length > 0) expect(statuses).toContain(401)
    for (const [, { description, content }] of problems) {
      expect(description).toMatch(/\S/)
      expect(content).toEqual({
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      })
    }
  })

  it('declares the parameters of its path', () => {
    const inPath = [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = (operation.parameters ?? []).filter((one) => one.in === 'path')
    expect(declared.map(({ name }) => name)).toEqual(inPath)
  })
})

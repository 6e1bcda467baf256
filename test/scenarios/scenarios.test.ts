import { afterAll, describe, expect, it } from 'vitest'
import type { Problem } from '#platform/http/endpoint.ts'
import { type OpenApi, operationsOf } from '../api/open-api.ts'
import { tableContents } from '../support/table-contents.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'
import { nul, type Scenario } from './scenario.ts'
import { goodScenarios, refusedScenarios } from './scenario-table.ts'
import { openWorld, strangers } from './scenario-world.ts'
import { send } from './send.ts'
import { numbersBeyond, type Schema, spoiled, spoiledTexts } from './spoiled-fields.ts'

const world = await openWorld()
const { shop, callers } = world
afterAll(() => shop.close())

const operations = operationsOf((await shop.get<OpenApi>('/openapi.json')).body)
const good = await goodScenarios(world)
const refused = refusedScenarios(world)

/** Each call once, with the first of its good scenarios. */
const calls = [...operations].flatMap(([call, operation]) => {
  const scenario = good.find((one) => one.call === call)
  if (!scenario) return []
  const who = scenario.endsSession ? 'asha' : scenario.who
  return [{ call, operation, scenario: { ...scenario, who } }]
})
const withBody = calls.filter(({ scenario }) => scenario.body !== undefined)
const withFile = calls.filter(({ scenario }) => scenario.file !== undefined)
const changing = calls.filter(({ call }) => call.startsWith('POST'))
const forMembers = calls.filter(({ operation }) => operation.security.length > 0)

const sent = (scenario: Scenario, change?: RequestInit) =>
  send(scenario, { api: shop.api, who: callers[scenario.who ?? 'nobody'] }, change)

/** The refusal, after making sure that it is one, that it is documented, and that no table knows of it. */
async function refusal(scenario: Scenario, change?: RequestInit): Promise<Problem> {
  const before = await tableContents(shop.context.db)
  const response = await sent(scenario, change)
  expect(await tableContents(shop.context.db)).toEqual(before)
  const problem = (await response.json()) as Problem
  expect({ answered: response.status, problem }).toMatchObject({ answered: scenario.status })
  expect(problem).toEqual({
    status: scenario.status,
    title: expect.stringMatching(/\S/),
    detail: expect.stringMatching(/^\S.*\S$/),
    ...(problem.errors && { errors: expect.any(Object) }),
  })
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.getSetCookie()).toEqual([])
  const documented = Object.keys(operations.get(scenario.call)?.responses ?? {})
  expect(documented).toContain(String(scenario.status))
  return problem
}

it('every call of the API is in the table', () => {
  expect([...operations.keys()].filter((call) => !good.some((one) => one.call === call))).toEqual(
    [],
  )
  const bodies = [...operations].filter(([, operation]) => operation.requestBody)
  expect([...withBody, ...withFile].length).toBe(bodies.length)
  expect([...good, ...refused].filter(({ call }) => !operations.has(call))).toEqual([])
})

describe('as it is meant to be', () => {
  it.each(good)('$call: $name', async (scenario) => {
    const response = await sent(scenario)
    const types = Object.keys(operations.get(scenario.call)?.responses['200']?.content ?? {})
    const type = response.headers.get('content-type')?.split(';')[0]
    expect([response.status, types]).toEqual([200, expect.arrayContaining([type])])
    // A file or a stream is read by the tests of its own.
    if (type !== 'application/json') return response.body?.cancel()
    expect(await response.json()).toEqual(expect.anything())
  })
})

describe('refused', () => {
  it.each(refused)('$call: $name → $status', async (scenario) => {
    const problem = await refusal(scenario)
    if (scenario.errors) expect(Object.keys(problem.errors ?? {})).toEqual(scenario.errors)
    else expect(problem.status === 422 || problem.errors === undefined).toBe(true)
    if (scenario.detail) expect(problem.detail).toBe(scenario.detail)
  })
})

describe('who may not', () => {
  it.each(forMembers)('$call asks who is there', async ({ scenario }) => {
    for (const who of strangers) {
      const problem = await refusal({ ...scenario, who, status: 401 })
      expect([who, problem.detail]).toEqual([who, 'Please log in first.'])
    }
  })

  it.each(changing)('$call is not done for another site', async ({ scenario }) => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
      { origin: 'http://localhost:3000.evil.example' },
    ]
    for (const headers of foreign) await refusal({ ...scenario, status: 403 }, { headers })
  })
})

describe('bodies that are none', () => {
  it.each(withBody)('$call', async ({ scenario }) => {
    const spoiled = (status: number, body: unknown) => refusal({ ...scenario, status, body })
    const raw = (status: number, change: RequestInit) => refusal({ ...scenario, status }, change)
    await raw(400, { body: '{"email": ' })
    await raw(400, { body: '' })
    await raw(400, { body: undefined })
    await raw(415, { headers: { 'content-type': 'application/x-www-form-urlencoded' } })
    await raw(415, { headers: { 'content-type': 'text/plain' } })
    await raw(415, { headers: { 'content-type': 'application/jsonp' } })
    await spoiled(413, { ...(scenario.body as object), extra: 'x'.repeat(100 * 1024) })
    for (const body of [{}, [], [scenario.body], null, 7, 'text']) {
      const problem = await spoiled(422, body)
      expect(problem.errors).toEqual(expect.any(Object))
    }
    const nothing = Object.fromEntries(
      Object.keys(scenario.body as object).map((key) => [key, null]),
    )
    expect((await spoiled(422, nothing)).errors).not.toEqual({})
  })
})

describe('a field that is spoiled is named, and nothing comes of it', () => {
  /** Each of many requests is refused at its field. */
  async function refuse(requests: { at: string; scenario: Scenario }[]) {
    const before = await tableContents(shop.context.db)
    const wrong: unknown[] = []
    for (const { at, scenario } of requests) {
      const response = await sent(scenario)
      const { errors = {}, ...problem } = (await response.json()) as Problem
      const names = Object.keys(errors)
      const isNamed = names.some(
        (name) =>
          name === at || name.startsWith(`${at}.`) || at.startsWith(`${name}.`) || at === '',
      )
      if (response.status !== 422 || !isNamed)
        wrong.push([
          at,
          problem,
          errors,
          scenario.path ?? JSON.stringify(scenario.body).slice(0, 200),
        ])
    }
    expect(wrong).toEqual([])
    expect(await tableContents(shop.context.db)).toEqual(before)
  }

  it.each(withBody)('$call', async ({ operation, scenario }) => {
    const schema = operation.requestBody?.content?.['application/json']?.schema as Schema
    const whole = { ...(scenario.body as object), ...scenario.more }
    const all = [...spoiled(schema, whole)].map(({ at, value: body }) => ({
      at,
      scenario: { ...scenario, body },
    }))
    expect(all.length).toBeGreaterThan(0)
    await refuse(all)
  })

  it.each(calls.filter(({ operation }) => operation.parameters))('$call?', async (call) => {
    const all = (call.operation.parameters ?? []).flatMap(
      ({ name, in: where, schema, required }) => {
        const isNumber = /integer|number/.test(String((schema as Schema).type))
        const values = isNumber
          ? ['some', nul, ...numbersBeyond(schema).map(String)]
          : spoiledTexts(schema)
        const missing = required && where === 'query' ? [null] : []
        return [...values, ...missing].map((value) => ({
          at: name,
          scenario: { ...call.scenario, path: withParameter(call, { name, where, value }) },
        }))
      },
    )
    await refuse(all)
  })

  function withParameter(
    { call, scenario }: (typeof calls)[number],
    { name, where, value }: { name: string; where: string; value: string | null },
  ) {
    const pattern = call.split(' ')[1] ?? ''
    if (where === 'path') return pattern.replace(`{${name}}`, encodeURIComponent(value ?? ''))
    const url = new URL(scenario.path ?? pattern, 'http://shop.test')
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
    return url.pathname + url.search
  }
})

describe('files that are none', () => {
  it.each(withFile)('$call', async ({ scenario }) => {
    const raw = (status: number, body: RequestInit['body'], type: string) =>
      refusal({ ...scenario, status }, { body, headers: { 'content-type': type } })
    await raw(415, 'x', 'application/json')
    await raw(415, 'x', 'text/csv')
    await raw(415, 'file=x', 'application/x-www-form-urlencoded')
    await raw(400, 'x', 'multipart/form-data')
    await raw(400, '--a\r\nContent-Disposition: form-data', 'multipart/form-data; boundary=a')
    await refusal({ ...scenario, status: 413, file: new Uint8Array(11 * 1024 * 1024) })
    const words = new FormData()
    words.set('file', 'no file')
    await refusal({ ...scenario, status: 422 }, { body: words })
    await refusal({ ...scenario, status: 422 }, { body: new FormData() })
  })
})

describe('limits', () => {
  let strict: TestShop
  const status429 = async (scenario: Scenario) => {
    const before = await tableContents(strict.context.db)
    const response = await send(scenario, { api: strict.api, who: {} })
    expect([response.status, scenario.call]).toEqual([429, scenario.call])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(((await response.json()) as Problem).detail).toMatch(/^Too many attempts\. Please wait/)
    expect(await tableContents(strict.context.db)).toEqual(before)
  }

  it('each address may change only so much a minute', async () => {
    strict = await openTestShop({
      limits: { writesPerMinute: 1, attempts: 100, attemptsByMany: 100 },
    })
    await strict.post('/contact', {})
    for (const { scenario, operation } of changing) {
      if (operation.security.length === 0) await status429(scenario)
    }
    expect((await strict.get('/cakes/allcakes')).status).toBe(200)
    await strict.close()
  })

  it.each<[string, object]>([
    ['POST /users/new', {}],
    ['POST /users/login', { password: 'a-wrong-guess' }],
    ['POST /users/forgot-password', {}],
    ['POST /users/reset-password', { token: 'guess' }],
    ['POST /contact', {}],
    ['POST /subscribe', {}],
    ['POST /quotes/answer', { token: 'guess' }],
  ])('%s may be tried only so often', async (call, change) => {
    strict = await openTestShop({
      limits: { writesPerMinute: 100, attempts: 2, attemptsByMany: 2 },
    })
    const like = good.find((one) => one.call === call) as Scenario
    const scenario = { ...like, body: { ...(like.body as object), ...change } }
    const statuses: number[] = []
    while (statuses.at(-1) !== 429 && statuses.length < 5) {
      statuses.push((await send(scenario, { api: strict.api, who: {} })).status)
    }
    expect(statuses.slice(0, 2)).not.toContain(429)
    await status429(scenario)
    await strict.close()
  })
})

describe('calls that are none', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/nothing'],
    ['GET', '/users/login'],
    ['POST', '/cakes/allcakes'],
    ['DELETE', '/cakes/truffle'],
    ['PUT', '/users/new'],
    ['POST', '/users/new/'],
    ['GET', '/users/allusers/../../secret'],
  ])('%s %s', async (method, path) => {
    const response = await shop.api.request(path, { method })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ])
    expect(await response.json()).toEqual({
      status: 404,
      title: 'Not found',
      detail: 'This call does not exist.',
    })
  })
})

describe('POST /payments/webhook/sandbox', () => {
  it.each([
    ['of none', '{}', 400],
    ['too large', 'x'.repeat(101 * 1024), 413],
  ])('%s → %i', async (_, body, status) => {
    const before = await tableContents(shop.context.db)
    const sent = { method: 'POST', body }
    const response = await shop.api.request('/payments/webhook/sandbox', sent)
    expect(response.status).toBe(status)
    expect(await tableContents(shop.context.db)).toEqual(before)
  })
})

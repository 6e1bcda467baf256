import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import { createLog } from '#platform/log.server.ts'
import { createObservability } from '#platform/observability/observability.server.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { goodScenarios } from '../scenarios/scenario-table.ts'
import { openWorld } from '../scenarios/scenario-world.ts'
import { send } from '../scenarios/send.ts'

const lines: string[] = []
const log = createLog('debug', { write: (line) => void lines.push(line) })
const world = await openWorld({ log })
const { shop, callers } = world
afterAll(() => shop.close())

const watched = new Hono().use(createObservability({ log }).middleware()).route('/', shop.api)
const scenarios = await goodScenarios(world)

/** What a customer may have written, and what stands for one, in the places where it could be caught. */
const hostile = {
  email: 'secret.lover@example.in',
  name: 'Zebedee Quux',
  mobileno: '9123498765',
  address: '77 Hidden Lane,560099,Atlantis',
  password: 'open-sesame-123',
  card: '4000056655665556',
  token: 'tok_0123456789abcdef',
}
const hostileHeaders = {
  'user-agent': `${hostile.name} ${hostile.email}`,
  referer: `https://cakes.test/?token=${hostile.token}`,
  'x-request-id': hostile.email,
  'x-forwarded-for': '203.0.113.77',
}

async function walk() {
  for (const scenario of scenarios) {
    const response = await send(scenario, {
      api: watched as unknown as typeof shop.api,
      who: { ...callers[scenario.who ?? 'nobody'], ...hostileHeaders },
    })
    await response.body?.cancel()
  }
  for (const path of [`/users/${hostile.email}`, `/offers?token=${hostile.token}`, '/users/new']) {
    for (const body of [JSON.stringify(hostile), `{"card":"${hostile.card}`]) {
      await watched.request(path, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...hostileHeaders },
      })
    }
  }
}

/** Everything that was sent and is somebody's: what was typed, and the words that stand for a person. */
function sentWords(): string[] {
  const typed = scenarios.flatMap(({ body, path }) => [...leaves(body), ...queryValues(path)])
  const signs = Object.values(callers).flatMap((headers) => Object.values(headers))
  const all = [...typed, ...signs, ...Object.values(hostile), '203.0.113.77', 'Asha Rao']
  return [...new Set(all)].filter((word) => isSomebodys(word))
}

/** Ids, dates and the shop's own words say nothing of a person. */
function isSomebodys(word: string): boolean {
  return word.length > 8 && !/^[0-9a-f-]{36}$|^\d{4}-\d\d-\d\d|^[a-z-]+$/.test(word)
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : []
}

function queryValues(path: Scenario['path']): string[] {
  return [...new URL(path ?? '/', 'http://shop.test').searchParams.values()]
}

const caught = () => {
  const written = lines.join('\n')
  return sentWords().filter((word) => written.includes(JSON.stringify(word).slice(1, -1)))
}

describe('the log at its most talkative', () => {
  it('has a line for every call, and nothing of what was sent', async () => {
    await walk()
    const requests = lines.filter((line) => line.includes('"msg":"request"'))
    expect(requests.length).toBeGreaterThan(scenarios.length)
    expect(JSON.parse(requests[0] ?? '')).toEqual({
      level: 30,
      time: expect.any(String),
      request: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: expect.any(String),
      route: expect.stringMatching(/^\//),
      status: 200,
      ms: expect.any(Number),
      msg: 'request',
    })
    expect(caught()).toEqual([])
  })

  it('says nothing of it when every query fails', async () => {
    lines.length = 0
    for (const table of ['users', 'orders', 'mails', 'cakes', 'sessions', 'accounts']) {
      await shop.context.db.execute(
        sql.raw(`alter table if exists ${table} rename to gone_${table}`),
      )
    }
    try {
      await walk()
    } finally {
      for (const table of ['users', 'orders', 'mails', 'cakes', 'sessions', 'accounts']) {
        await shop.context.db.execute(
          sql.raw(`alter table if exists gone_${table} rename to ${table}`),
        )
      }
    }
    expect(lines.filter((line) => line.includes('Failed query')).length).toBeGreaterThan(5)
    expect(caught()).toEqual([])
  })
})

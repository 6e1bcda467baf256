import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  endAll,
  freePort,
  newDatabase,
  type ServerProcess,
  type Settings,
  spawnServer,
  startServer,
  temporaryFolder,
  whyNotOnServer,
} from './server-process.ts'
import { signIn } from './shop-client.ts'

const admin = { email: 'admin@cakewala.test', password: 'a password of the admin' }

interface Answer {
  status: number | undefined
  /** It is the last one on its connection. */
  isLast: boolean
}

/** A request on a connection that is kept for the next one; rejects when it is cut. */
function send(agent: Agent, url: string, { from = '', body = '' }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
    const sent = request(url, { agent, method: body ? 'POST' : 'GET', headers }, (response) => {
      const isLast = response.headers.connection === 'close'
      response.on('end', () => resolve({ status: response.statusCode, isLast }))
      response.on('error', reject).resume()
    })
    sent.on('error', reject).end(body)
  })
}

const wishes = [
  { path: '/api/v1/cakes/allcakes' },
  { path: '/products' },
  {
    path: '/api/v1/sandbox/payment_methods',
    body: JSON.stringify({ behaviour: 'succeeds', last4: '4242' }),
  },
]

/** How long a visitor looks at an answer: without it the machine would have no time for starting workers; in ms. */
const lookMs = 10

/**
 * Eight visitors who ask again and again, each on a connection of their own. They ask at the first address until it says
 * good-bye, then at the next, as a balancer would have it.
 */
function keepAsking(first: string, next = first) {
  const answers: (number | undefined)[] = []
  const failures: unknown[] = []
  let isOver = false
  const visit = async (_: unknown, visitor: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let url = first
    for (let n = visitor; !isOver; n++) {
      // Another address each time, so that no limit on visitors is met.
      const from = `10.${visitor}.${(n >> 8) & 255}.${n & 255}`
      const { path, body } = wishes[n % wishes.length] ?? { path: '/' }
      try {
        const { status, isLast } = await send(agent, url + path, { from, body })
        answers.push(status)
        if (isLast) url = next
        await pause(lookMs)
      } catch (error) {
        failures.push(error)
      }
    }
    agent.destroy()
  }
  const visits = Array.from({ length: 8 }, visit)
  return {
    /** Waits for so many more answers. */
    async more(count: number) {
      const enough = answers.length + failures.length + count
      const responseCount = () => answers.length + failures.length
      await expect.poll(responseCount, { timeout: 60_000 }).toBeGreaterThan(enough)
    },
    /** Whatever was not answered well. */
    async end() {
      isOver = true
      await Promise.all(visits)
      return [...failures, ...answers.filter((status) => status !== 200)]
    },
  }
}

describe.skipIf(whyNotOnServer)(whyNotOnServer ?? 'workers on one port', () => {
  let data: ReturnType<typeof temporaryFolder>
  let settings: Settings & { PORT: string }
  let server: ServerProcess & { url: string }

  beforeAll(async () => {
    data = temporaryFolder()
    settings = {
      DATABASE_URL: await newDatabase(),
      DATA_DIR: data.folder,
      PORT: await freePort(),
      WEB_CONCURRENCY: '2',
      SEED: 'none',
      ADMIN_PASSWORD: admin.password,
      TRUST_PROXY: 'on',
      LOG_LEVEL: 'info',
    }
    server = await startServer(settings)
  })
  afterAll(async () => {
    await endAll()
    data?.remove()
  })

  const running = () => server.workers().length

  it('print what a start prints once', () => {
    expect(running()).toBe(2)
    expect(server.output().match(/is open at/g)).toHaveLength(1)
    expect(server.output().match(/Admin sign-in/g)).toHaveLength(1)
  })

  it('say in one sentence why none can begin', async () => {
    const second = spawnServer(settings)
    expect(await second.ended).toEqual({ code: 1, signal: null })
    expect(second.output().trim()).toMatch(/^Port \d+ is in use by another program\. .*npm start$/)
  })

  it('are replaced one after the other without a request that fails', async () => {
    const before = server.workers()
    const visitors = keepAsking(server.url)
    await visitors.more(50)
    process.kill(server.pid, 'SIGUSR2')
    const output = () => server.output()
    await expect.poll(output, { timeout: 60_000 }).toContain('all workers were replaced')
    await visitors.more(50)
    expect(await visitors.end()).toEqual([])
    expect(server.workers().filter((pid) => before.includes(pid))).toEqual([])
    expect(running()).toBe(2)
  }, 120_000)

  it('are started again when one is killed, while the other goes on', async () => {
    const [killed = 0] = server.workers()
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => server.output()).toContain('a worker ended unexpectedly')
    const visitors = keepAsking(server.url)
    await visitors.more(50)
    expect(await visitors.end()).toEqual([])
    await expect.poll(running, { timeout: 30_000 }).toBe(2)
    expect(server.workers()).not.toContain(killed)
  })

  it('stop without a request that fails, when the balancer has another shop to turn to', async () => {
    const drained = { ...settings, DRAIN_SECONDS: '2', PORT: await freePort() }
    const leaving = await startServer(drained)
    const visitors = keepAsking(leaving.url, server.url)
    await visitors.more(50)
    const ending = leaving.end('SIGTERM')
    const isReady = async () => (await fetch(`${leaving.url}/readyz`)).status
    await expect.poll(isReady).toBe(503)
    expect((await fetch(`${leaving.url}/api/v1/cakes/allcakes`)).status).toBe(200)
    expect(await ending).toEqual({ code: 0, signal: null })
    await visitors.more(50)
    expect(await visitors.end()).toEqual([])
  }, 120_000)

  it('end together, and say good-bye to the panels that listen', async () => {
    const token = await signIn(server.url, admin)
    const line = await fetch(`${server.url}/api/v1/orders/live`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const events = line.body?.getReader()
    expect(new TextDecoder().decode((await events?.read())?.value)).toContain('event: ready')
    const ending = server.end('SIGTERM')
    // Rejects where the line is cut.
    expect(await events?.read()).toMatchObject({ done: true })
    expect(await ending).toEqual({ code: 0, signal: null })
    await expect(fetch(server.url)).rejects.toThrow()
  })
})

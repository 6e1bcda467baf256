import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import {
  endAll,
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
  { path: '/api/v1/users/logout', body: '{}' },
]

/** How long a visitor looks at an answer: without it the machine would have no time for starting a shop; in ms. */
const lookMs = 10

/**
 * Eight visitors who ask again and again, each on a connection of their own. They ask at the first address until it says
 * good-bye, then at the next, as a balancer would have it.
 */
function keepAsking(first: string, next: string) {
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
      await expect.poll(responseCount).toBeGreaterThan(enough)
    },
    /** Whatever was not answered well. */
    async end() {
      isOver = true
      await Promise.all(visits)
      return [...failures, ...answers.filter((status) => status !== 200)]
    },
  }
}

describe.skipIf(whyNotOnServer)(whyNotOnServer ?? 'two processes on one database', () => {
  let data: ReturnType<typeof temporaryFolder>
  let settings: Settings & { PORT: string }
  let servers: (ServerProcess & { url: string })[]

  beforeAll(async () => {
    data = temporaryFolder()
    settings = {
      DATABASE_URL: await newDatabase(),
      DATA_DIR: data.folder,
      PORT: await freePort(),
      SEED: 'none',
      ADMIN_PASSWORD: admin.password,
      TRUST_PROXY: 'on',
      DRAIN_SECONDS: '2',
    }
    servers = [await startServer(settings)]
    servers.push(await startServer({ ...settings, PORT: await freePort() }))
  })
  afterAll(async () => {
    await endAll()
    data?.remove()
  })

  it('say in one sentence why one cannot begin', async () => {
    const third = spawnServer(settings)
    expect(await third.ended).toEqual({ code: 1, signal: null })
    expect(third.output().trim()).toMatch(/^Port \d+ is in use by another program\. .*npm start$/)
  })

  it('are replaced one after the other without a request that fails, when the balancer turns to the other', async () => {
    for (const at of [0, 1]) {
      const [leaving, staying] = at === 0 ? servers : servers.toReversed()
      if (!leaving || !staying) throw new Error('no two processes')
      const visitors = keepAsking(leaving.url, staying.url)
      await visitors.more(50)
      const ending = leaving.end('SIGTERM')
      await expect.poll(async () => (await fetch(`${leaving.url}/readyz`)).status).toBe(503)
      expect((await fetch(`${leaving.url}/api/v1/cakes/allcakes`)).status).toBe(200)
      expect(await ending).toEqual({ code: 0, signal: null })
      servers[at] = await startServer({ ...settings, PORT: new URL(leaving.url).port })
      await visitors.more(50)
      expect(await visitors.end()).toEqual([])
    }
  })

  it('say good-bye to the panels that listen', async () => {
    const [server] = servers
    const token = await signIn(server?.url ?? '', admin)
    const line = await fetch(`${server?.url}/api/v1/orders/live`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const ending = server?.end('SIGTERM')
    // Rejects where the line is cut.
    expect(await line.text()).toContain('event: ready')
    expect(await ending).toEqual({ code: 0, signal: null })
  })
})

import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from '../../scripts/chromium.ts'
import { freePort } from '../../scripts/free-port.ts'
import {
  endAll,
  newDatabase,
  type Settings,
  startServer,
  temporaryFolder,
  whyNotOnServer,
} from '../process/server-process.ts'
import { ask, sampleCart } from '../process/shop-client.ts'
import { type Balancer, isInstalled, startBalancer } from '../support/balancers.ts'
import { type CutOffProxy, openCutOffProxy } from '../support/cut-off-proxy.ts'
import { copyAsNextBuild } from '../support/next-build.ts'
import { startS3Server } from '../support/s3-server.ts'
import { expectConsistent, expectEachPlacedOnce } from './operator-commands.ts'
import { openCrowd } from './shoppers.ts'

const paths = ['/', '/products', '/about', '/cart']

let bucket: Awaited<ReturnType<typeof startS3Server>>
let next: ReturnType<typeof temporaryFolder>
let browser: Browser

beforeAll(async () => {
  if (whyNotOnServer) return
  // The certificate is made for the test.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  bucket = await startS3Server()
  next = temporaryFolder()
  copyAsNextBuild(next.folder)
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
})
afterAll(async () => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  await browser?.close()
  await bucket?.close()
  next?.remove()
})

/** Pages in the browser, which tell what did not come, and whether React runs. */
async function openVisitor(url: string) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // The page was left before.
    if (request.url().startsWith(url) && reason !== 'net::ERR_ABORTED')
      troubles.push(`${reason} ${request.url()}`)
  })
  page.on('pageerror', (error) => troubles.push(String(error)))
  return {
    page,
    troubles,
    async visit(path: string) {
      await page.goto(url + path)
      await page.locator('html[data-script=runs]').waitFor()
    },
    close: () => context.close(),
  }
}

/** Does something again and again, beside what goes on meanwhile. */
async function throughout(again: (turn: number) => Promise<unknown>, during: () => Promise<void>) {
  let isOver = false
  async function go() {
    for (let turn = 0; !isOver; turn += 1) await again(turn)
  }
  const lasting = during().finally(() => {
    isOver = true
  })
  await Promise.all([go(), lasting])
}

/** How long a process goes on that is told to stop. nginx does not ask who is stopping. */
const drainSeconds = { haproxy: '4', nginx: '0' }
const names = (['haproxy', 'nginx'] as const).filter(isInstalled)
const whyNot = whyNotOnServer ?? (names.length === 0 ? 'not tried: install haproxy or nginx' : null)

describe.skipIf(whyNot)(whyNot ?? 'two machines behind a balancer, as the guide has it', () => {
  let data: ReturnType<typeof temporaryFolder>
  let settings: Settings
  let database: CutOffProxy
  let ports: string[]
  let machines: Awaited<ReturnType<typeof startServer>>[]
  let balancers: Balancer[]
  /** The balancers through which customers come. */
  let doors: string[]
  const crowd = openCrowd(() => doors)
  const doorOf = (turn: number) => doors[turn % doors.length] ?? ''
  const pathOf = (turn: number) => paths[Math.floor(turn / doors.length) % paths.length] ?? '/'

  beforeAll(async () => {
    data = temporaryFolder()
    database = await openCutOffProxy(await newDatabase())
    ports = [await freePort(), await freePort()]
    settings = {
      DATABASE_URL: database.url,
      DATA_DIR: data.folder,
      SESSION_SECRET: 'a secret of at least thirty-two characters',
      STORAGE: 's3',
      S3_ENDPOINT: bucket.settings.endpoint ?? '',
      S3_BUCKET: bucket.settings.bucket,
      S3_REGION: bucket.settings.region,
      S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
      // One before the balancer, so that each request of the crowd can have an address of its own.
      TRUST_PROXY: '2',
    }
    machines = []
    balancers = []
    for (const at of ports.keys()) await start(at, { DRAIN_SECONDS: drainOf(0) })
    for (const name of names)
      balancers.push(
        await startBalancer(name, { ports, port: await freePort(), folder: data.folder }),
      )
    doors = balancers.map(({ url }) => url)
  })
  afterAll(async () => {
    for (const balancer of balancers ?? []) await balancer.end()
    await endAll()
    await database?.close()
    data?.remove()
  })

  const drainOf = (nth: number) => drainSeconds[names[nth] ?? 'nginx']

  async function start(at: number, more: Settings = {}, folder?: string) {
    const PORT = ports[at] ?? ''
    machines[at] = await startServer({ ...settings, ...more, PORT }, undefined, folder)
  }

  async function startAgain(...[at, ...more]: Parameters<typeof start>) {
    await start(at, ...more)
    await expect.poll(() => statusOf(`http://127.0.0.1:${ports[at]}/readyz`)).toBe(200)
  }

  it.each([...names.entries()])(
    'get the next build one after the other, and no customer notices: %i, %s',
    async (nth, name) => {
      doors = [balancers[nth]?.url ?? '']
      const [door = ''] = doors
      const cart = await sampleCart(door)
      const token = await crowd.newCustomer(`asha-${name}@example.in`)
      const early = await openVisitor(door)
      await early.visit('/about')
      await early.page.evaluate(() => document.body.classList.add('early'))
      const visitor = await openVisitor(door)
      const look = (turn: number) => visitor.visit(pathOf(turn))
      const buy = () => crowd.buyByCard(token, cart)
      await throughout(look, () =>
        throughout(buy, async () => {
          for (const at of ports.keys()) {
            expect(await machines[at]?.end('SIGTERM')).toEqual({ code: 0, signal: null })
            // The next one, and then the first again.
            const folder = nth % 2 === 0 ? next.folder : undefined
            await startAgain(at, { DRAIN_SECONDS: drainOf(nth + 1) }, folder)
          }
        }),
      )
      expect(visitor.troubles).toEqual([])
      // A call on its way to a process that just stopped is made again.
      const statuses = [...crowd.responses.statuses.keys()]
      expect(statuses.filter((status) => status !== (name === 'nginx' && 0))).toEqual([200])

      // A page of the build that is gone goes on with its own modules.
      await early.page.getByRole('banner').getByRole('link', { name: 'Contact' }).first().click()
      await early.page.waitForURL('**/contact')
      await early.page.getByRole('heading', { level: 1 }).waitFor()
      expect(await early.page.evaluate(() => document.body.classList.contains('early'))).toBe(true)
      expect(early.troubles).toEqual([])
      await early.close()
      await visitor.close()
    },
  )

  it('show every page while one of them is killed, and sell each cake once', async () => {
    doors = balancers.map(({ url }) => url)
    const cart = await sampleCart(doorOf(0))
    const token = await crowd.newCustomer('ravi@example.in')
    const failures: unknown[] = []
    const look = async (turn: number) => {
      const status = await statusOf(doorOf(turn) + pathOf(turn)).catch(String)
      if (status !== 200) failures.push(status)
    }
    const soFar = crowd.responses.paidOrders.size
    await throughout(look, () =>
      throughout(
        () => crowd.buyByCard(token, cart),
        async () => {
          await machines[0]?.end('SIGKILL')
          await expect.poll(() => crowd.responses.paidOrders.size).toBeGreaterThan(soFar + 3)
          await startAgain(0)
        },
      ),
    )
    // What was being sent when it was killed is cut off: at most the one request of this visitor.
    expect(failures.length, String(failures)).toBeLessThan(2)
    await expectEachPlacedOnce(crowd, settings)
  })

  it('show public pages while the database is away, and say that nothing can be stored', async () => {
    for (const turn of Array(doors.length * paths.length).keys())
      await statusOf(doorOf(turn) + pathOf(turn))
    await database.cut()
    const readiness = () =>
      Promise.all(ports.map((port) => statusOf(`http://127.0.0.1:${port}/readyz`)))
    await expect.poll(readiness).toEqual([503, 503])
    await throughout(
      async (turn) => {
        const url = doorOf(turn) + pathOf(turn)
        expect([url, await statusOf(url)]).toEqual([url, 200])
      },
      // Longer than the balancer takes to notice.
      () => new Promise((resolve) => setTimeout(resolve, 4000)),
    )
    const body = { email: 'ravi@example.in', password: 'asha-password' }
    const logIn = async (door: string) => (await ask(door, '/users/login', { body })).status
    for (const door of doors) expect(await logIn(door)).toBe(503)
    await database.mend()
    for (const door of doors) await expect.poll(() => logIn(door)).toBe(200)
    await expectConsistent(settings)
  })
})

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url)
  await response.text()
  return response.status
}

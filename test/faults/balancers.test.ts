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

describe.each(['haproxy', 'nginx'] as const)(
  'two machines behind %s, as the guide has it',
  (name) => {
    const whyNot = whyNotOnServer ?? (isInstalled(name) ? null : `not tried: install ${name}`)
    let data: ReturnType<typeof temporaryFolder>
    let settings: Settings
    let database: CutOffProxy
    let ports: string[]
    let machines: Awaited<ReturnType<typeof startServer>>[]
    let balancer: Balancer
    let crowd: ReturnType<typeof openCrowd>

    beforeAll(async () => {
      if (whyNot) return
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
        DRAIN_SECONDS: name === 'haproxy' ? '4' : '0',
      }
      machines = []
      for (const PORT of ports) machines.push(await startServer({ ...settings, PORT }))
      balancer = await startBalancer(name, { ports, port: await freePort(), folder: data.folder })
      crowd = openCrowd(() => [balancer.url])
    })
    afterAll(async () => {
      await balancer?.end()
      await endAll()
      await database?.close()
      data?.remove()
    })

    async function startAgain(at: number, folder?: string) {
      const PORT = ports[at] ?? ''
      machines[at] = await startServer({ ...settings, PORT }, undefined, folder)
      await expect.poll(() => statusOf(`http://127.0.0.1:${PORT}/readyz`)).toBe(200)
    }

    it.skipIf(whyNot)(
      'get the next build one after the other, and no customer notices',
      async () => {
        const cart = await sampleCart(balancer.url)
        const token = await crowd.newCustomer('asha@example.in')
        const early = await openVisitor(balancer.url)
        await early.visit('/about')
        await early.page.evaluate(() => document.body.classList.add('early'))
        const visitor = await openVisitor(balancer.url)
        const look = (turn: number) => visitor.visit(paths[turn % paths.length] ?? '/')
        const buy = () => crowd.buyByCard(token, cart)
        await throughout(look, () =>
          throughout(buy, async () => {
            for (const at of [0, 1]) {
              expect(await machines[at]?.end('SIGTERM')).toEqual({ code: 0, signal: null })
              await startAgain(at, next.folder)
            }
          }),
        )
        expect(visitor.troubles).toEqual([])
        // nginx does not ask who is stopping: a call on its way to a process that just stopped is made again.
        const statuses = [...crowd.responses.statuses.keys()]
        expect(statuses.filter((status) => status !== (name === 'nginx' && 0))).toEqual([200])

        // A page of the build that is gone goes on with its own modules.
        await early.page.getByRole('banner').getByRole('link', { name: 'Contact' }).first().click()
        await early.page.waitForURL('**/contact')
        await early.page.getByRole('heading', { level: 1 }).waitFor()
        expect(await early.page.evaluate(() => document.body.classList.contains('early'))).toBe(
          true,
        )
        expect(early.troubles).toEqual([])
        await early.close()
        await visitor.close()
      },
    )

    it.skipIf(whyNot)(
      'show every page while one of them is killed, and sell each cake once',
      async () => {
        const cart = await sampleCart(balancer.url)
        const token = await crowd.newCustomer('ravi@example.in')
        const failures: unknown[] = []
        const look = async (turn: number) => {
          const status = await statusOf(balancer.url + (paths[turn % paths.length] ?? '/')).catch(
            String,
          )
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
      },
    )

    it.skipIf(whyNot)(
      'show public pages while the database is away, and say that nothing can be stored',
      async () => {
        for (const path of paths) await (await fetch(balancer.url + path)).text()
        await database.cut()
        await expect
          .poll(async () =>
            Promise.all(ports.map((port) => statusOf(`http://127.0.0.1:${port}/readyz`))),
          )
          .toEqual([503, 503])
        await throughout(
          async (turn) => {
            const path = paths[turn % paths.length] ?? '/'
            expect([path, await statusOf(balancer.url + path)]).toEqual([path, 200])
          },
          // Longer than the balancer takes to notice.
          () => new Promise((resolve) => setTimeout(resolve, 4000)),
        )
        const body = { email: 'asha@example.in', password: 'asha-password' }
        expect((await ask(balancer.url, '/users/login', { body })).status).toBe(503)
        await database.mend()
        await expect
          .poll(async () => (await ask(balancer.url, '/users/login', { body })).status)
          .toBe(200)
        await expectConsistent(settings)
      },
    )
  },
)

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url)
  await response.text()
  return response.status
}

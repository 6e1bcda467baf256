import { expect, vi } from 'vitest'
import { readConfig } from '#app/config/config.server.ts'
import type { AppContext } from '#app/context.server.ts'
import { systemClock } from '#platform/clock.ts'
import { openServer } from '#platform/database/open-database.server.ts'
import { openJobs } from '#platform/jobs/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createPublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import type { DeliverySettings } from '#shop/delivery/delivery.schema.ts'
import { expectConsistent } from '../faults/operator-commands.ts'
import { settings as deliverySettings, newZone } from '../support/delivery.ts'
import { onServer } from '../support/test-databases.setup.ts'
import {
  endAll,
  newDatabase,
  type Settings,
  startServer,
  startTwo,
  temporaryFolder,
} from './server-process.ts'
import { ask, signIn } from './shop-client.ts'

const owner = { email: 'admin@cakewala.test', password: 'a password of the admin' }

export type TwoShops = Awaited<ReturnType<typeof openTwoShops>>

/** Two processes on one PostgreSQL database, with their owner logged in. */
export async function openTwoShops(more: Settings = {}) {
  const data = temporaryFolder()
  const database = await newDatabase()
  const settings = { DATABASE_URL: database, DATA_DIR: data.folder, ...more }
  const started = { ...settings, ADMIN_PASSWORD: owner.password, TRUST_PROXY: 'on' }
  const two = await startTwo(started)
  const urls: [one: string, other: string] = [two.one.url, two.other.url]
  const token = await signIn(urls[0], owner)
  return {
    settings,
    database,
    urls,
    /** What a query answers as `name`. */
    select: (query: string) => onServer(database, query),
    asOwner<Body>(url: string, path: string, body: object) {
      return ask<Body>(url, path, { body, token })
    },
    /** Of the owner, for what is no JSON. */
    ownerToken: token,
    /** Kills the first process in the middle of what it does, and starts it again. */
    async killOne() {
      await two.one.end('SIGKILL')
      two.one = await startServer({ ...started, PORT: new URL(urls[0]).port })
    },
    async close() {
      await endAll()
      data.remove()
    },
  }
}

/** A third process on their database, which does jobs when a test says so. */
export async function openWorker({ database }: TwoShops) {
  const opened = await openServer(database, null)
  const log = createLog('silent')
  const queue = await openJobs(opened, log)
  return {
    deps: {
      db: opened.db,
      jobs: queue.jobs,
      clock: systemClock,
      log,
      shop: readConfig({ NODE_ENV: 'test' }).shop,
      publishedCakes: createPublishedCakes({
        ...{ db: opened.db, log, isSample: true, clock: systemClock },
        readSold: async () => new Map(),
        readTaken: async () => new Map(),
        isOpen: () => true,
        openDaysChanged: 'open-days',
      }),
    } as Partial<AppContext> as AppContext,
    async close() {
      await queue.close()
      await opened.close()
    },
  }
}

/** Opens slots in a zone that costs what all deliveries cost before, and waits until both processes know them. */
export async function openSlots({ urls, asOwner }: TwoShops, more: Partial<DeliverySettings>) {
  const zone = newZone({ feePaise: 5000, freeFromPaise: null, takesCash: true })
  const body = { ...deliverySettings({ zones: [zone], ...more }), version: 0 }
  expect((await asOwner(urls[0], '/delivery/settings', body)).status).toBe(200)
  for (const url of urls) {
    await vi.waitFor(async () => {
      const { body } = await ask<{ days: object[] }>(url, '/delivery/options?pincode=560001')
      expect(body.days).not.toEqual([])
    })
  }
}

/** What somebody does at the shop of an address. */
export type Act<Order> = (url: string, order: Order) => Promise<{ status: number }>

interface Race<Order> {
  urls: readonly [string, string]
  acts: readonly [Act<Order>, Act<Order>]
  /** Each as far as the one before. */
  newOrder(): Promise<Order>
  /** What became of it, in words that are the same for each order with the same end. */
  storyOf(order: Order): Promise<unknown>
  /** The place of an act that looks before it locks: it may find nothing of what the other does. */
  mayMiss?: number
}

/**
 * Does two things with an order at the same moment, each in a process of its own: they end as one after the other would.
 *
 * @returns what each was answered
 */
export async function expectInTurn<Order>(race: Race<Order>): Promise<number[]> {
  const { urls, acts, newOrder, storyOf, mayMiss = -1 } = race
  const act = async (at: 0 | 1, order: Order) => (await acts[at](urls[at], order)).status
  async function inTurn(...turns: (0 | 1)[]) {
    const order = await newOrder()
    const statuses: number[] = []
    for (const at of turns) statuses[at] = await act(at, order)
    return { statuses, story: await storyOf(order) }
  }
  const possible = [await inTurn(0, 1), await inTurn(1, 0)]
  if (mayMiss !== -1) {
    const alone = await inTurn(mayMiss === 0 ? 1 : 0)
    alone.statuses[mayMiss] = 200
    possible.push(alone)
  }
  const order = await newOrder()
  const statuses = await Promise.all([act(0, order), act(1, order)])
  expect(possible).toContainEqual({ statuses, story: await storyOf(order) })
  return statuses
}

/** Asks one process after the other, as a page does that sends the same again, until one has responded. */
export async function untilHeard(
  urls: readonly string[],
  send: (url: string) => Promise<{ status: number }>,
): Promise<number> {
  for (let tries = 0; ; tries++) {
    const heard = await send(urls[tries % urls.length] ?? '').catch(() => null)
    if (heard && heard.status < 500) return heard.status
  }
}

/** Once every refund is made: no payment gave back more than it took, and the ledger is consistent. */
export async function expectMoneyAgrees({ settings, select }: TwoShops) {
  const waiting = () =>
    select(`select id::text as name from order_payments where status = 'requested'`)
  await expect.poll(waiting).toEqual([])
  const refunded = `select reference as name from sandbox_intents
    where amount_paise < (select sum((made ->> 'amountPaise')::integer) from jsonb_array_elements(refunds) made)`
  expect(await select(refunded)).toEqual([])
  await expectConsistent(settings)
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fuzzed, fuzzShop } from '../../bench/fuzz/fuzz-shop.ts'
import { adminOfBench } from '../../bench/shops/accounts.ts'
import { freePort } from '../../scripts/free-port.ts'
import { operate } from '../faults/operator-commands.ts'
import {
  endAll,
  newDatabase,
  type Settings,
  startServer,
  temporaryFolder,
  whyNotOnServer,
} from './server-process.ts'

/** `npm run bench -- fuzz` sends more, and times them. */
const requests = 2000

let data: ReturnType<typeof temporaryFolder>
let settings: Settings
let output: () => string
let fuzzed: Fuzzed

beforeAll(async () => {
  if (whyNotOnServer) return
  data = temporaryFolder()
  settings = { DATA_DIR: data.folder, DATABASE_URL: await newDatabase() }
  const server = await startServer({
    ...settings,
    PORT: await freePort(),
    TRUST_PROXY: 'on',
    ADMIN_PASSWORD: adminOfBench.password,
  })
  output = server.output
  fuzzed = await fuzzShop({ url: server.url, seed: 18, requests, connections: 8 })
  await server.end('SIGTERM')
}, 300_000)
afterAll(async () => {
  await endAll()
  data?.remove()
})

describe.skipIf(whyNotOnServer)(whyNotOnServer ?? 'mutated requests to every call and page', () => {
  it('have a response each, and none above 499 but a 503 that says when to come back', () => {
    expect(Object.fromEntries(fuzzed.bugs)).toEqual({})
    const count = [...fuzzed.statuses.values()].reduce((sum, one) => sum + one, 0)
    expect(count).toBe(requests)
  })

  it('are no errors in the log', () => {
    const errors = output()
      .split('\n')
      .filter((line) => line.includes('"level":50'))
    expect(errors).toEqual([])
  })

  it('leave the ledger consistent', async () => {
    expect(await operate(settings, 'check-consistency')).toMatchObject({ code: 0 })
  })
})

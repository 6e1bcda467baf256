import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { freePort } from '../../scripts/free-port.ts'
import { checkoutOf, customLine } from '../support/checkout-steps.ts'
import { endAll, startServer, temporaryFolder, whyNot } from './server-process.ts'

const tracer = 'strace'
const canTrace = spawnSync(tracer, ['-qq', '-e', 'trace=none', 'true']).status === 0
const why = whyNot ?? (canTrace ? null : `not tried: ${tracer} is not here, or may not trace`)

let data: ReturnType<typeof temporaryFolder>
beforeAll(() => {
  data = temporaryFolder()
})
afterEach(endAll)
afterAll(() => data.remove())

const customers = 4
/** As many custom cakes may wait for a quote. */
const ordersEach = 5
const person = {
  name: 'Asha Rao',
  email: 'asha@example.in',
  mobileno: '9876543210',
  date: '1990-05-17',
  password: 'asha-password',
}

describe.skipIf(why)(why ?? 'an order that is answered', () => {
  it('was on the disk before: the kernel was told to write it out', async () => {
    const trace = join(data.folder, 'trace')
    const calls = 'trace=read,write,writev,fsync,fdatasync'
    // -D: the server stays our child, so that it gets our signals.
    const through = [tracer, '-D', '-f', '-qq', '-s', '80', '-e', calls, '-o', trace]
    const settings = { PORT: await freePort(), DATA_DIR: data.folder, SEED: 'none' }
    const server = await startServer(settings, through)
    const post = async (path: string, body: object, token = '') => {
      const response = await fetch(`${server.url}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
      expect(response.status).toBe(200)
      return response.json() as Promise<{ token: string }>
    }
    const time = new Date(Date.now() + 3 * dayMs)
    time.setUTCHours(9, 0, 0, 0)
    for (let customer = 0; customer < customers; customer++) {
      const who = { ...person, email: `asha${customer}@example.in` }
      await post('/users/new', who)
      const { token } = await post('/users/login', who)
      for (let n = 0; n < ordersEach; n++) {
        const cash = { time: time.toISOString(), order: [customLine], amount: 0 }
        await post(
          '/orders/process-payment',
          checkoutOf({ ...cash, checkoutId: crypto.randomUUID() }),
          token,
        )
      }
    }
    await server.end('SIGTERM')

    const syncs = syncsPerRequest(
      readFileSync(trace, 'utf8'),
      'POST /api/v1/orders/process-payment',
    )
    expect(syncs).toHaveLength(customers * ordersEach)
    expect(Math.min(...syncs)).toBeGreaterThan(0)
  })
})

/** How often the disk was waited for between reading each request and writing the head of its answer. */
function syncsPerRequest(trace: string, request: string): number[] {
  const counts: number[] = []
  let open = false
  for (const line of trace.split('\n')) {
    if (line.includes(`"${request}`)) {
      counts.push(0)
      open = true
    } else if (/\b(write|writev)\(.*"HTTP\/1\.1 /.test(line)) {
      open = false
    } else if (open && /\b(fsync|fdatasync)\(\d+\)\s+= 0/.test(line)) {
      counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1
    }
  }
  return counts
}

import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { AppError } from '../app-error.ts'
import type { ApiEnv } from './api-guards.server.ts'
import { addressOf } from './client.server.ts'
import { jsonSizeLimit } from './limits/request-bodies.server.ts'

const app = new Hono<ApiEnv>().post('/', jsonSizeLimit, async (c) => c.text(await c.req.text()))
app.onError((error, c) => c.text(error instanceof AppError ? error.code : String(error), 400))

const tooMuch = 'x'.repeat(100 * 1024 + 1)

async function answerTo(body: string, headers: Record<string, string>) {
  const response = await app.request('/', { method: 'POST', body, headers })
  return response.text()
}

it.each([
  ['says how long it is', (body: string) => ({ 'content-length': String(body.length) })],
  ['does not say how long it is', () => ({})],
  [
    'comes in pieces, whatever it says',
    () => ({ 'transfer-encoding': 'chunked', 'content-length': '1' }),
  ],
])('takes a body that %s, unless it is too large', async (_, headersOf) => {
  expect(await answerTo('small', headersOf('small'))).toBe('small')
  expect(await answerTo(tooMuch, headersOf(tooMuch))).toBe('too_large')
})

/** What the server takes for the client, when the socket ends at 192.0.2.1. */
async function seen(trustProxy: boolean, forwarded?: string) {
  const app = new Hono().get('/', (c) => c.text(addressOf(c, { trustProxy })))
  const headers: Record<string, string> = forwarded ? { 'x-forwarded-for': forwarded } : {}
  const socket = { remoteAddress: '192.0.2.1', remotePort: 1, remoteFamily: 'IPv4' }
  const response = await app.request('/', { headers }, { incoming: { socket } })
  return response.text()
}

describe('without a trusted proxy', () => {
  it.each([undefined, '203.0.113.9', '203.0.113.9, 198.51.100.7', 'unknown'])(
    'is the socket’s, whatever the client claims (%s)',
    async (forwarded) => {
      expect(await seen(false, forwarded)).toBe('192.0.2.1')
    },
  )
})

describe('behind a trusted proxy', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    // The last is the proxy's own word, those before it are the client's.
    ['1.1.1.1, 2.2.2.2, 203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9 ', '203.0.113.9'],
    ['1.1.1.1,', '192.0.2.1'],
    [undefined, '192.0.2.1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['203.0.113.9:50123', '203.0.113.9'],
    ['x'.repeat(9_000), 'unknown'],
  ])('%s is %s', async (forwarded, address) => {
    expect(await seen(true, forwarded)).toBe(address)
  })
})

describe('an IPv6 address', () => {
  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
  ])('%s counts as %s', async (address, network) => {
    expect(await seen(true, address)).toBe(network)
  })
})

it('is known without a socket, too', async () => {
  const app = new Hono().get('/', (c) => c.text(addressOf(c, { trustProxy: false })))
  expect(await (await app.request('/')).text()).toBe('unknown')
})

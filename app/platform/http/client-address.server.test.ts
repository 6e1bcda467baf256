import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { addressOf } from './client-address.server.ts'

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
  expect(await (await app.request('/')).text()).toBe('local')
})

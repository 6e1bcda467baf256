import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { AppError } from '../app-error.ts'
import { type ApiEnv, checkSameOrigin, validateTexts, withoutNul } from './api-guards.server.ts'
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
async function seen(trustProxy: number, forwarded?: string) {
  const app = new Hono().get('/', (c) => c.text(addressOf(c, { trustProxy })))
  const headers: Record<string, string> = forwarded ? { 'x-forwarded-for': forwarded } : {}
  const socket = { remoteAddress: '192.0.2.1', remotePort: 1, remoteFamily: 'IPv4' }
  const response = await app.request('/', { headers }, { incoming: { socket } })
  return response.text()
}

it.each([undefined, '203.0.113.9', '203.0.113.9, 198.51.100.7', 'unknown'])(
  'without a trusted proxy is the socket’s, whatever the client claims (%s)',
  async (forwarded) => {
    expect(await seen(0, forwarded)).toBe('192.0.2.1')
  },
)

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
  ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['203.0.113.9:50123', '203.0.113.9'],
  ['x'.repeat(9_000), 'unknown'],
])('behind a trusted proxy: %s is %s', async (forwarded, address) => {
  expect(await seen(1, forwarded)).toBe(address)
})

it.each([
  ['1.1.1.1, 203.0.113.9, 10.0.0.5', '203.0.113.9'],
  ['10.0.0.5', '192.0.2.1'],
])('behind two proxies %s is %s', async (forwarded, address) => {
  expect(await seen(2, forwarded)).toBe(address)
})

it('is known without a socket, too', async () => {
  const app = new Hono().get('/', (c) => c.text(addressOf(c, { trustProxy: 0 })))
  expect(await (await app.request('/')).text()).toBe('unknown')
})

const fieldsOf = (body: unknown) => {
  try {
    validateTexts(body)
    return []
  } catch (error) {
    return Object.keys((error as AppError).errors ?? {})
  }
}

it.each([
  [{ name: 'a\0b' }, ['name']],
  [{ name: '\0' }, ['name']],
  [
    { order: [{ bname: 'fine' }, { bname: 'a\0', detail: '\0' }] },
    ['order.1.bname', 'order.1.detail'],
  ],
  [{ image: ['a', 'b\0'] }, ['image.1']],
  [{ name: 'ಕನ್ನಡ 🎂 \n\t\u0001', amount: 0, none: null, so: true }, []],
  ['\0', ['']],
  [undefined, []],
  [null, []],
])('%j', (body, fields) => {
  expect(fieldsOf(body)).toEqual(fields)
})

it.each([98_000, 40])('a body that is nested %i deep is malformed', (depth) => {
  const body: unknown = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
  expect(() => validateTexts({ email: 'a@b.in', body })).toThrow('nested too deeply')
})

it.each([
  ['a list', (amount: number) => Array(amount).fill({ a: 1 })],
  [
    'fields',
    (amount: number) => Object.fromEntries(Array.from({ length: amount }, (_, n) => [n, [n]])),
  ],
])('so many values are malformed: %s', (_, bodyOf) => {
  expect(() => validateTexts(bodyOf(2_000))).not.toThrow()
  expect(() => validateTexts(bodyOf(2_600))).toThrow('too many values')
})

it.each([
  ['text=%00', 'text='],
  ['text=man%00go&sort=a-z', 'text=mango&sort=a-z'],
  ['text=%2500', 'text=%2500'],
])('?%s of a page is ?%s', (sent, query) => {
  expect(String(withoutNul(new URLSearchParams(sent)))).toBe(query)
})

const ask =
  (headers: Record<string, string>, publicUrl = 'https://cakewala.example') =>
  () =>
    checkSameOrigin(new Headers(headers), publicUrl)

describe('let through', () => {
  it.each<[string, Record<string, string>]>([
    ['a client without a browser', {}],
    [
      'the shop’s own page',
      { origin: 'https://cakewala.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['the address it was reached by', { origin: 'http://10.0.0.5:3000', host: '10.0.0.5:3000' }],
    ['an address typed by hand', { 'sec-fetch-site': 'none' }],
  ])('%s', (_, headers) => {
    expect(ask(headers)).not.toThrow()
  })

  it('the public address, whatever follows its host', () => {
    expect(
      ask({ origin: 'https://cakewala.example' }, 'https://cakewala.example/shop'),
    ).not.toThrow()
  })
})

it.each<[string, Record<string, string>]>([
  ['another site', { origin: 'https://evil.example' }],
  ['a longer name', { origin: 'https://cakewala.example.evil.example' }],
  ['a shorter name', { origin: 'https://wala.example' }],
  ['another port', { origin: 'https://cakewala.example:8443' }],
  ['the same name without TLS', { origin: 'http://cakewala.example' }],
  ['a page that hides where it is from', { origin: 'null' }],
  ['an empty origin', { origin: '' }],
  ['what the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
  [
    'what the browser calls cross-site, with an origin of ours',
    { origin: 'https://cakewala.example', 'sec-fetch-site': 'cross-site' },
  ],
  ['a host that is not the origin', { origin: 'http://evil.example', host: '10.0.0.5:3000' }],
])('forbidden: %s', (_, headers) => {
  expect(ask(headers)).toThrow('Requests from another site are not allowed.')
})

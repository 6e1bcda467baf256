import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WebServer } from '#platform/process/web-server.server.ts'
import { listen } from '../support/listening-shop.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte
const upload = 'content-type: multipart/form-data; boundary=b'
const json = 'content-type: application/json'

let shop: TestShop
let web: WebServer

beforeAll(async () => {
  shop = await openTestShop({ limits: { writesPerMinute: 20 } })
  web = await listen(shop)
})
afterAll(async () => {
  await web.close()
  await shop.close()
})

interface Sent {
  path: string
  headers: string[]
  from: string
  size: number
  piece: number
  /** By a Content-Length; otherwise it comes in chunks. */
  saysLength: boolean
}

/** Sends a body to its end before it reads the response, as many clients do, and keeps no connection. */
async function send({ path, headers, from, size, piece, saysLength }: Sent): Promise<string> {
  const socket = connect((web.server.address() as AddressInfo).port, '127.0.0.1')
  const closed = once(socket, 'close').catch(() => {})
  socket.on('error', () => {})
  socket.setEncoding('utf8')
  const framing = saysLength ? `content-length: ${size}` : 'transfer-encoding: chunked'
  const first = [
    `POST ${path} HTTP/1.1`,
    'host: shop.test',
    'connection: close',
    `x-forwarded-for: ${from}`,
    framing,
    ...headers,
  ]
  socket.write(`${first.join('\r\n')}\r\n\r\n`)
  for (let left = size; left > 0 && socket.writable; left -= piece) {
    const bytes = Buffer.alloc(Math.min(piece, left))
    if (!saysLength) socket.write(`${bytes.length.toString(16)}\r\n`)
    await new Promise((resolve) => socket.write(bytes, resolve))
    if (!saysLength) socket.write('\r\n')
  }
  if (!saysLength) socket.write('0\r\n\r\n')
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  await closed
  return text
}

/** What so many clients get that send at once: each status with the title of its problem, and how often. */
async function responses(clients: number, sent: Omit<Sent, 'from'>) {
  const all = await Promise.all(
    Array.from({ length: clients }, (_, n) => send({ ...sent, from: `192.0.2.${n}` })),
  )
  const counts: Record<string, number> = {}
  for (const text of all) {
    const [head = '', body = ''] = text.split('\r\n\r\n')
    const what = body ? `${head.split(' ')[1]} ${JSON.parse(body).title}` : 'no response'
    counts[what] = (counts[what] ?? 0) + 1
  }
  return counts
}

describe('everyone whose body is refused reads why, though the connection closes', () => {
  const picture = { path: '/api/v1/cakes/upload', headers: [upload], size: 12 * megabyte }

  it('40 who send a picture at once', async () => {
    const sent = { ...picture, piece: picture.size, saysLength: true }
    expect(await responses(40, sent)).toEqual({ '413 Too large': 40 })
  })

  it.each([true, false])('30 who send one in pieces, as phones do (%s)', async (saysLength) => {
    const sent = { ...picture, piece: 64 * kilobyte, saysLength }
    expect(await responses(30, sent)).toEqual({ '413 Too large': 30 })
  })

  it.each<[string, string, string[]]>([
    ['413 Too large', '/users/login', [json]],
    ['401 Not logged in', '/orders/viewOrders', [json]],
    ['403 Not allowed', '/users/login', [json, 'origin: https://evil.example']],
    ['415 Unsupported media type', '/users/login', [upload]],
    ['404 Not found', '/nothing', [json]],
  ])('%s at %s', async (what, path, headers) => {
    for (const saysLength of [true, false]) {
      const sent = { headers, size: megabyte, piece: 64 * kilobyte, saysLength }
      expect(await responses(5, { path: `/api/v1${path}`, ...sent })).toEqual({ [what]: 5 })
    }
  })
})

it('so does who called too often', async () => {
  const call = { path: '/api/v1/users/login', headers: [json], from: '198.51.100.1' }
  const sent = { ...call, piece: 64 * kilobyte, saysLength: true }
  for (let n = 0; n < 20; n++) await send({ ...sent, size: 1 })
  expect(await send({ ...sent, size: megabyte })).toContain('"title":"Too many requests"')
})

it('who sends for ever is cut off', async () => {
  const endless = { path: '/api/v1/users/login', headers: [json], from: '192.0.2.1' }
  const sent = { size: Number.POSITIVE_INFINITY, piece: megabyte, saysLength: false }
  await send({ ...endless, ...sent })
})

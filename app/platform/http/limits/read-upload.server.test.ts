import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createLog } from '../../log.server.ts'
import { createWebServer } from '../../process/web-server.server.ts'
import { createApi } from '../api.server.ts'
import { uploadEndpoint } from '../endpoint.ts'
import { createLimiter } from './limiter.server.ts'

const about = { max: 240, seconds: 60, per: 'address', counts: 'changes', why: 'tests' }
const megabyte = 1024 * 1024
const upload = uploadEndpoint({
  path: '/upload',
  tag: 'Test',
  summary: 'Upload',
  description: 'Takes a file.',
  access: 'anyone',
  field: 'file',
  maxBytes: 10 * megabyte,
  response: z.object({ bytes: z.number() }),
})

/** A busy machine may be slow: only tests of stalled uploads shorten it. */
const stall = { withinMs: 60_000, bytes: 10_000 }

const patience = { timeout: 30_000 }

let web: ReturnType<typeof createWebServer>
let sockets: Socket[]
let clients: Socket[]

beforeEach(async () => {
  stall.withinMs = 60_000
  const api = createApi({
    settings: { publicUrl: 'http://shop.test', trustProxy: 1 },
    log: createLog('silent'),
    limiter: createLimiter({ counts: { write: about }, reads: { atOnce: 100, perSecond: 100 } }),
    authenticate: async () => null,
    checkPermission: () => {},
    checkRecentPassword: () => {},
    uploads: { running: 2, waiting: 4, fromOneAddress: 5, stall },
  })
  api.serveUpload(upload, async ({ file }) => ({ bytes: file.bytes.length }))
  web = createWebServer()
  sockets = []
  clients = []
  web.server.on('connection', (socket) => sockets.push(socket))
  web.server.on('request', getRequestListener(api.hono.fetch, { overrideGlobalObjects: false }))
  await web.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  web.server.closeAllConnections()
  await web.close()
})

interface Sent {
  missing: number
  from: string
  /** By a Content-Length; otherwise it comes in a chunk. */
  sayLength: boolean
}

/** Sends a form with a file of so many bytes, all but the last `missing`. Its response comes as text. */
async function send(
  bytes: number,
  { missing = 0, from = '192.0.2.1', sayLength = true }: Partial<Sent> = {},
) {
  const { port } = web.server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  client.on('error', () => {})
  clients.push(client)
  const start = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
  const end = '\r\n--b--\r\n'
  const length = start.length + bytes + end.length
  const framing = sayLength ? `content-length: ${length}` : 'transfer-encoding: chunked'
  client.write(
    `POST /upload HTTP/1.1\r\nhost: shop.test\r\nx-forwarded-for: ${from}\r\nconnection: close\r\ncontent-type: multipart/form-data; boundary=b\r\n${framing}\r\n\r\n`,
  )
  if (!sayLength) client.write(`${length.toString(16)}\r\n`)
  client.write(start)
  client.write(Buffer.alloc(bytes - missing))
  if (missing === 0) client.write(sayLength ? end : `${end}\r\n0\r\n\r\n`)
  let text = ''
  client.setEncoding('utf8').on('data', (piece) => {
    text += piece
  })
  const closed = once(client, 'close')
  return { text: () => closed.then(() => text) }
}

const bytesRead = () => sockets.reduce((sum, socket) => sum + socket.bytesRead, 0)

it.each([true, false])(
  'uploads wait for their turn before they are read (%s)',
  async (sayLength) => {
    const size = 8 * megabyte
    for (let n = 0; n < 6; n++) await send(size, { missing: 1000, from: `192.0.2.${n}`, sayLength })
    await vi.waitFor(() => expect(bytesRead()).toBeGreaterThan(2 * size - 10_000), patience)
    // What the others sent is in the buffers of their connections.
    expect(bytesRead()).toBeLessThan(3 * size)
  },
)

it('an upload in chunks is taken, unless it is too large', async () => {
  const fits = await send(20_000, { sayLength: false })
  expect(await fits.text()).toContain('{"bytes":20000}')
  const large = await send(11 * megabyte, { sayLength: false })
  expect(await large.text()).toMatch(/^HTTP\/1\.1 413 /)
})

it('a stalled upload is dropped, and the next one has its turn', async () => {
  stall.withinMs = 300
  const stalled = await Promise.all([1, 2].map(() => send(megabyte, { missing: 1000 })))
  const whole = await send(20_000)
  expect(await whole.text()).toContain('{"bytes":20000}')
  for (const { text } of stalled) {
    expect(await text()).toMatch(/^HTTP\/1\.1 400 [\s\S]*The file did not arrive whole/)
  }
})

it('more than may wait is answered 503, and more of one address 429', async () => {
  for (let n = 0; n < 6; n++) await send(megabyte, { missing: 1000, from: `192.0.2.${n}` })
  await vi.waitFor(() => expect(bytesRead()).toBeGreaterThan(2 * megabyte - 10_000), patience)
  const full = await send(1000, { from: '198.51.100.1' })
  expect(await full.text()).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: /i)
})

it('one address has only so many uploads at once', async () => {
  for (let n = 0; n < 5; n++) await send(megabyte, { missing: 1000 })
  await vi.waitFor(() => expect(bytesRead()).toBeGreaterThan(2 * megabyte - 10_000), patience)
  expect(await (await send(1000)).text()).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: /i)
})

it('a slow upload that goes on is no stalled one', async () => {
  stall.withinMs = 1000
  const slow = await send(60_000, { missing: 48_000 })
  const client = clients.at(-1)
  for (let n = 0; n < 4; n++) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    client?.write(Buffer.alloc(12_000))
  }
  client?.write('\r\n--b--\r\n')
  expect(await slow.text()).toContain('{"bytes":60000}')
})

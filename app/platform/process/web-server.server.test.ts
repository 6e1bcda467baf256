import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createWebServer, type WebServer } from './web-server.server.ts'

/** More than the buffers of a connection hold. */
const large = Buffer.alloc(32 * 1024 * 1024)

let web: WebServer
let port: number
let agent: Agent
/** Lets /slow be answered. */
let answerSlow: () => void

beforeEach(async () => {
  web = createWebServer()
  const slow = Promise.withResolvers<void>()
  answerSlow = slow.resolve
  web.server.on('request', async ({ url }, response) => {
    if (url === '/slow') await slow.promise
    response.writeHead(200, { 'content-type': 'text/plain' })
    response.end(url === '/large' ? large : 'yes')
  })
  web.server.listen(0, '127.0.0.1')
  await once(web.server, 'listening')
  port = (web.server.address() as AddressInfo).port
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
})
afterEach(() => {
  vi.useRealTimers()
  agent.destroy()
  web.server.close()
  web.server.closeAllConnections()
})

/** Sends a request on the agent's connection, which stays open. Resolves with the head of the response. */
function ask(path = '/', by: Agent = agent) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, agent: by, host: '127.0.0.1' }, resolve).on('error', reject)
  })
}

async function isLast(answering: Promise<IncomingMessage>) {
  const answer = await answering
  await answer.resume().toArray()
  return answer.headers.connection === 'close'
}

it('leaves connections open until keep-alive is stopped', async () => {
  expect(await isLast(ask())).toBe(false)
  const running = ask('/slow', new Agent({ keepAlive: true }))
  await once(web.server, 'request')
  web.stopKeepAlive()
  expect(await isLast(ask())).toBe(true)
  expect(await isLast(ask())).toBe(true)
  answerSlow()
  expect(await isLast(running)).toBe(true)
})

it('responds to pipelined requests', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.end('GET / HTTP/1.1\r\nhost: shop\r\n\r\n'.repeat(50))
  const answers = Buffer.concat(await socket.toArray()).toString()
  expect(answers.match(/^HTTP.*$/gm)).toEqual(Array(50).fill('HTTP/1.1 200 OK'))
})

it('responds on a connection that was idle when it started to close, and accepts no new one', async () => {
  expect(await isLast(ask())).toBe(false)
  const closed = web.close()
  expect(await isLast(ask())).toBe(true)
  await closed
  await expect(ask()).rejects.toThrow('ECONNREFUSED')
})

it('ends idle connections on which no more requests come', async () => {
  await isLast(ask())
  await web.close()
})

it('waits for a client that reads slowly', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  const answer = await ask('/large')
  const closed = web.close()
  await vi.advanceTimersByTimeAsync(5000)
  const chunks: Buffer[] = await answer.toArray()
  expect(Buffer.concat(chunks)).toHaveLength(large.length)
  await vi.advanceTimersByTimeAsync(1000)
  await closed
})

it.each([
  ['headers', 'GET / HTTP/1.1\r\nhost: x\r\nx-', { headersTimeout: 20 }, /^HTTP\/1\.1 408 /],
  [
    'a body',
    'POST /slow HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{',
    { headersTimeout: 20, requestTimeout: 20 },
    /^HTTP\/1\.1 408 /,
  ],
  ['anything', 'GET /slow HTTP/1.1\r\nhost: x\r\n\r\n', { silentTimeout: 20 }, /^$/],
])('a client that does not go on with %s is cut off', async (_, bytes, shorter, response) => {
  const usual = { headersTimeout: 60_000, requestTimeout: 60_000, silentTimeout: 60_000 }
  const others = { keepAliveTimeout: 60_000, connectionsCheckingInterval: 5 }
  const strict = createWebServer({ ...usual, ...others, ...shorter })
  strict.server.on('request', (incoming) => incoming.resume())
  await strict.listen({ host: '127.0.0.1', port: 0 })
  const client = connect((strict.server.address() as AddressInfo).port, '127.0.0.1')
  client.write(bytes)
  let received = ''
  client.setEncoding('utf8').on('data', (piece) => {
    received += piece
  })
  await once(client, 'close')
  expect(received).toMatch(response)
  await strict.close()
})

it('says in a sentence why it cannot listen', async () => {
  const second = createWebServer()
  await expect(second.listen({ host: '127.0.0.1', port })).rejects.toThrow(
    `Port ${port} is in use by another program.`,
  )
})

import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { answersParent, startForked } from '../measure/forked.ts'

export type HostileKind = 'slow' | 'streams' | 'addresses' | 'uploads'

/** Clients who mean harm, until they are ended. */
export interface HostileClients {
  url: string
  kinds: HostileKind[]
  /** A session of somebody who may open streams of live orders. */
  token: string
}

const counts = { slow: 100, streams: 100, uploads: 12, addresses: 10_000, connections: 32 }
const megabyte = 1024 * 1024

/** Starts them in a process of their own; they are at it when this returns. */
export async function startHostileClients(clients: HostileClients) {
  const forked = startForked<HostileClients, 'begun'>(import.meta.filename)
  await forked.ask(clients)
  return forked
}

const begin: Record<HostileKind, (clients: HostileClients) => Promise<void>> = {
  /** Slow headers, slow bodies, connections that say nothing, and such that read nothing: a hundred of each. */
  async slow({ url }) {
    const head = 'POST /api/v1/users/login HTTP/1.1\r\nhost: x\r\n'
    const withBody = `${head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`
    for (let n = 0; n < counts.slow; n++) {
      dripping(await open(url), head, 'x')
      dripping(await open(url), withBody, ' ')
      await open(url)
      const deaf = await open(url)
      deaf.pause()
      deaf.write('GET /products HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20))
    }
  },
  async streams({ url, token }) {
    const head = `GET /api/v1/orders/live HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`
    for (let n = 0; n < counts.streams; n++) (await open(url)).write(head)
  },
  /** Each address is used again and again, for what is in no cache and for wrong passwords. */
  async addresses({ url }) {
    for (let n = 0; n < counts.connections; n++) void flood(url)
  },
  /** All but the end of so many pictures of ten megabytes. */
  async uploads({ url }) {
    const type = 'content-type: multipart/form-data; boundary=b'
    const start = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n'
    const most = 10 * megabyte - 1000
    for (let n = 0; n < counts.uploads; n++) {
      const socket = await open(url)
      socket.write(
        `POST /api/v1/cakes/upload HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${addressOf(n)}\r\n${type}\r\ncontent-length: ${most + 900}\r\n\r\n${start}`,
      )
      socket.write(Buffer.alloc(most))
    }
  },
}

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await new Promise<void>((resolve) => {
    socket.on('error', () => resolve()).on('connect', resolve)
  })
  return socket
}

/** Sends a beginning, and then something each second. */
function dripping(socket: Socket, beginning: string, drop: string) {
  socket.write(beginning)
  const timer = setInterval(() => socket.write(drop), 1000)
  socket.on('close', () => clearInterval(timer))
}

let sent = 0

async function flood(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (;;) {
    sent += 1
    const isGuess = sent % 10 === 0
    const path = isGuess ? '/api/v1/users/login' : `/products?price=${sent}`
    const body = `{"email":"asha${sent}@example.in","password":"guess-${sent}"}`
    const headers = {
      'x-forwarded-for': addressOf(sent % counts.addresses),
      ...(isGuess && { 'content-type': 'application/json' }),
    }
    await new Promise<void>((resolve) => {
      const options = { agent, headers, method: isGuess ? 'POST' : 'GET' }
      request(url + path, options, (response) => response.on('close', resolve).resume())
        .on('error', () => resolve())
        .end(isGuess ? body : undefined)
    })
    await pause(0)
  }
}

function addressOf(n: number): string {
  return `10.9.${(n >> 8) & 255}.${n & 255}`
}

if (import.meta.main) {
  answersParent(async (clients: HostileClients) => {
    for (const kind of clients.kinds) await begin[kind](clients)
    return 'begun'
  })
}

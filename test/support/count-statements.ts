import { AsyncLocalStorage } from 'node:async_hooks'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'

/** What the work that is going on has sent so far. */
const sentBy = new AsyncLocalStorage<Sent[]>()

export interface Sent {
  text: string
  /** A server parses a named statement once for each connection. */
  name?: string
}

/**
 * What some work sends to the database, embedded or on a server: each statement's text, in order, begin and commit among
 * them. Noted beneath every library, so nothing that is sent can hide; what others send at that time is not counted.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  const restored = [tapServer(), tapEmbedded()]
  try {
    await sentBy.run(sent, work)
  } finally {
    for (const restore of restored) restore()
  }
  return sent
}

function tapServer() {
  const { prototype } = Client
  const original = prototype.query as (...args: unknown[]) => unknown
  prototype.query = function tapped(this: Client, ...args: unknown[]) {
    const [query] = args
    const { text, name } = typeof query === 'string' ? { text: query } : (query as Sent)
    sentBy.getStore()?.push({ text, name })
    return original.apply(this, args)
  } as never
  return () => {
    prototype.query = original as never
  }
}

/** PGlite hands its statements on as the messages that PostgreSQL's own protocol has. */
function tapEmbedded() {
  const { prototype } = PGlite
  const exec = prototype.execProtocolRawSync
  const prepared = new Map<string, string>()
  let bound = ''
  prototype.execProtocolRawSync = function tapped(this: PGlite, bytes) {
    for (const { kind, texts } of messages(bytes)) {
      const [first = '', second = ''] = texts
      if (kind === 'P') prepared.set(first, second)
      if (kind === 'B') bound = prepared.get(second) ?? `prepared before: ${second}`
      if (kind === 'E') sentBy.getStore()?.push({ text: bound })
      if (kind === 'Q') sentBy.getStore()?.push({ text: first })
    }
    return exec.call(this, bytes)
  }
  return () => {
    prototype.execProtocolRawSync = exec
  }
}

/** The messages in these bytes, each with the texts it begins with. */
function* messages(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 5 <= buffer.length; at += 1 + buffer.readUInt32BE(at + 1)) {
    const body = buffer.subarray(at + 5, at + 1 + buffer.readUInt32BE(at + 1))
    yield { kind: String.fromCharCode(buffer[at] ?? 0), texts: body.toString().split('\0', 2) }
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
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
  const restore = tap()
  try {
    await sentBy.run(sent, work)
  } finally {
    restore()
  }
  return sent
}

function tap() {
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

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context, MiddlewareHandler } from 'hono'
import { addressOf } from './api-guards.server.ts'

/** Who sends a request, as far as the network says. */
export interface Client {
  /** The network address, see `addressOf`. */
  address: string
  /** What the program says of itself: anything. */
  userAgent: string
}

const current = new AsyncLocalStorage<Client>()

/** Whatever answers a request may then ask for its {@link currentClient}. */
export function rememberClient(settings: { trustProxy: boolean }): MiddlewareHandler {
  return (c, next) => withClient(clientOf(c, settings), next)
}

function withClient<T>(client: Client, run: () => T): T {
  return current.run(client, run)
}

/** The client of the request that is being answered; null in jobs and commands. */
export function currentClient(): Client | null {
  return current.getStore() ?? null
}

function clientOf(c: Context, settings: { trustProxy: boolean }): Client {
  return { address: addressOf(c, settings), userAgent: c.req.header('user-agent') ?? '' }
}

import { AsyncLocalStorage } from 'node:async_hooks'

/** What every line of the log says of the request or job it was written for; no values of customers. */
export type CallContext = { request: string } | { job: string; jobId: string }

const facts = new AsyncLocalStorage<CallContext>()

/** Runs what is done for one request or job: all it logs carries these facts. */
export function withCallContext<T>(of: CallContext, run: () => T): T {
  return facts.run(of, run)
}

/** The facts of the request or job that is being worked on here, if any. */
export function callContext(): CallContext | undefined {
  return facts.getStore()
}

import { AsyncLocalStorage } from 'node:async_hooks'

/** The request or job that every line of the log names; no values of customers. */
export type CallContext = { request: string } | { job: string; jobId: string }

const storage = new AsyncLocalStorage<CallContext>()

/** Runs what belongs to one request or job. */
export function withCallContext<T>(context: CallContext, run: () => T): T {
  return storage.run(context, run)
}

/** The request or job that this code runs for, if any. */
export function callContext(): CallContext | undefined {
  return storage.getStore()
}

import cluster from 'node:cluster'
import { getCompileCacheDir } from 'node:module'
import type { Worker } from './workers.server.ts'

const openMessage = 'open'

/**
 * How much of what lives shortly a worker gathers before it clears it up, in MB. Left to itself, Node takes so much of a
 * large machine that a worker needs twice its memory and is no faster.
 */
const youngMegabytes = 16

/**
 * For glibc: few heaps, and what was freed goes back to the system. By itself it keeps a hundred MB of a busy worker, mostly
 * where finished answers were packed.
 */
const givingBack = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * Starts a program as a worker. All workers listen on one port.
 *
 * @param endWithinMs when asked to end, it is killed after this time
 */
export function forkWorker({ program, endWithinMs }: { program: string; endWithinMs: number }) {
  // Each worker takes its connections itself. Handed out by the primary, one would be lost for good when the worker is
  // killed before it has taken it: its client waits for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({
    exec: program,
    args: [],
    execArgv: [...process.execArgv, `--max-semi-space-size=${youngMegabytes}`],
  })
  // What this process compiles is compiled for its workers, too.
  const compiled = getCompileCacheDir()
  const forked = cluster.fork({
    ...givingBack,
    ...process.env,
    ...(compiled && { NODE_COMPILE_CACHE: compiled }),
  })
  const child = forked.process
  const ended = Promise.withResolvers<Awaited<Worker['ended']>>()
  forked.once('exit', (code, signal) => ended.resolve({ code, signal }))
  // Also told when a message cannot be sent any more; only one that never came to be has no other end.
  forked.on('error', () => child.pid ?? ended.resolve({ code: null, signal: null }))
  const opened = Promise.withResolvers<boolean>()
  forked.on('message', (message) => {
    if (message === openMessage) opened.resolve(true)
  })
  void ended.promise.then(() => opened.resolve(false))
  return {
    pid: child.pid,
    opened: opened.promise,
    ended: ended.promise,
    stop(reason) {
      child.kill(reason === 'closing' ? 'SIGTERM' : replaceSignal)
      const kill = setTimeout(() => child.kill('SIGKILL'), endWithinMs)
      void ended.promise.then(() => clearTimeout(kill))
    },
  } satisfies Worker
}

/** To the primary: replace the workers. To a worker: another has taken your place. */
export const replaceSignal = 'SIGUSR2'

/** Tells the primary, where there is one, that this worker serves. */
export function tellOpen() {
  process.send?.(openMessage)
}

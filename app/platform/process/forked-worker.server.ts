import cluster from 'node:cluster'
import { getCompileCacheDir } from 'node:module'
import type { Worker } from './workers.server.ts'

const openMessage = 'open'

/** V8's young generation, in MB. Its default on a large machine doubles the memory of a worker and makes it no faster. */
const youngGenerationMegabytes = 16

/**
 * Lets glibc have few heaps and return freed memory to the system. Otherwise a busy worker holds 100 MB more, mostly from
 * compressing responses.
 */
const mallocSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * Starts a program as a worker. All workers listen on one port.
 *
 * @param endWithinMs a worker that has not ended by then after a signal is killed
 */
export function forkWorker({ program, endWithinMs }: { program: string; endWithinMs: number }) {
  // Workers accept connections themselves. A connection from the primary would be lost if its worker is killed before it
  // accepts: the client would wait for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({
    exec: program,
    args: [],
    execArgv: [...process.execArgv, `--max-semi-space-size=${youngGenerationMegabytes}`],
  })
  // Workers share the compile cache of this process.
  const compileCache = getCompileCacheDir()
  const forked = cluster.fork({
    ...mallocSettings,
    ...process.env,
    ...(compileCache && { NODE_COMPILE_CACHE: compileCache }),
  })
  const child = forked.process
  const ended = Promise.withResolvers<Awaited<Worker['ended']>>()
  forked.once('exit', (code, signal) => ended.resolve({ code, signal }))
  // Also emitted when a message cannot be sent. Only a process that was never started has no 'exit'.
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

/** Tells the primary to replace its workers, and a worker that it has been replaced. */
export const replaceSignal = 'SIGUSR2'

/** Tells the primary, if there is one, that this worker serves. */
export function reportOpen() {
  process.send?.(openMessage)
}

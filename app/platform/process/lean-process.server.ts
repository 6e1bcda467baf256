import { getCompileCacheDir } from 'node:module'

/** V8's young generation, in MB. Its default on a large machine doubles the memory of a worker and makes it no faster. */
const youngGeneration = '--max-semi-space-size'
const youngGenerationMegabytes = 16

/**
 * Lets glibc have few heaps and return freed memory to the system. Otherwise a busy process holds 100 to 400 MB more, mostly
 * from compressing responses, encoding pictures and hashing passwords.
 */
const mallocSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** Options of Node.js and environment of a process that holds little more memory than it uses. */
export function leanProcess() {
  // It shares the compile cache of this process.
  const compileCache = getCompileCacheDir()
  return {
    execArgv: [...process.execArgv, `${youngGeneration}=${youngGenerationMegabytes}`],
    env: {
      ...mallocSettings,
      ...process.env,
      ...(compileCache && { NODE_COMPILE_CACHE: compileCache }),
    },
  }
}

/**
 * Starts a program in this process's place, under the same id, as a lean process. Returns if this is one already, or if there
 * is no glibc that would listen.
 */
export function becomeLean(program: string) {
  const isLean = process.execArgv.some((option) => option.startsWith(youngGeneration))
  if (isLean || process.platform !== 'linux') return
  const { execArgv, env } = leanProcess()
  process.execve?.(process.execPath, [process.execPath, ...execArgv, program], env)
}

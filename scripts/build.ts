import { join } from 'node:path'
import { isBuilt, resetStamp } from './build-stamp.ts'
import { compressFolder } from './compress.ts'
import { endOnSignals, root, run } from './run.ts'

type Log = (line: string) => void

/** Builds pages and server into build/ and compresses what the browser gets. Throws when a part fails. */
async function build(log: Log) {
  const writeStamp = await resetStamp()
  const { code, output } = await run('react-router', ['build'], {
    env: { NODE_ENV: 'production' },
  })
  if (code !== 0) throw new Error(`react-router build failed:\n${output}`)
  log('pages and server are built')
  log(`${await compressFolder(join(root, 'build', 'client'))} files are compressed`)
  await writeStamp()
}

/** Builds unless build/ is up to date. True if it built. */
export async function buildWhenNeeded(log: Log) {
  if (await isBuilt()) return false
  log('building the pages, which takes about a minute …')
  await build(log)
  return true
}

// Not import.meta.main: scripts/bootstrap.mjs imports what it runs.
if (process.argv[1] === import.meta.filename) {
  endOnSignals()
  await build(console.log)
}

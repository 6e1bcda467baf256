import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { endOnSignals, root, run } from './run.ts'

type Log = (line: string) => void

/** Builds pages and server into build/ and compresses what the browser gets. */
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

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Compressing smaller files saves no packet. */
const minBytes = 512

/** Writes a `.br` and a `.gz` beside every text file of a folder; returns how many files got them. */
async function compressFolder(folder: string) {
  const files = globSync('**/*.{js,css,svg,html,json,txt,xml,webmanifest}', { cwd: folder })
  const done = await Promise.all(files.map((file) => compressFile(join(folder, file))))
  return done.filter(Boolean).length
}

async function compressFile(file: string) {
  const content = await readFile(file)
  if (content.length < minBytes) return false
  const brotli = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  }
  await writeFile(`${file}.br`, await toBrotli(content, brotli))
  await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }))
  return true
}

const stampFile = join(root, 'build', 'stamp')

const sources = [
  'app/**/*.*',
  'public/**/*.*',
  'db/*.ts',
  'db/sample/**/*.*',
  'scripts/build.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'react-router.config.ts',
]

/** A digest of the names and contents of all sources of a build, without tests. */
async function sourceDigest() {
  const files = globSync(sources, { cwd: root })
  const built = files.filter((file) => !/\.(test\.tsx?|md)$/.test(file)).sort()
  const contents = await Promise.all(built.map((file) => readFile(join(root, file))))
  const hash = createHash('sha256')
  for (const [index, file] of built.entries())
    hash.update(`\n${file} ${contents[index]?.length}\n`).update(contents[index] ?? '')
  return hash.digest('hex')
}

/** True if build/ is a complete build of the current sources. */
export async function isBuilt() {
  const stamp = await readFile(stampFile, 'utf8').catch(() => undefined)
  return stamp !== undefined && stamp === (await sourceDigest())
}

/** Deletes the stamp before a build, so that an aborted build is not complete. Returns a function that writes it. */
async function resetStamp() {
  await rm(stampFile, { force: true })
  const digest = await sourceDigest()
  return () => writeFile(stampFile, digest)
}

// Not import.meta.main: scripts/bootstrap.mjs imports what it runs.
if (process.argv[1] === import.meta.filename) {
  endOnSignals()
  await build(console.log)
}

import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const stampFile = join(root, 'build', 'stamp')

const sources = [
  'app/**/*.*',
  'public/**/*.*',
  'db/*.ts',
  'db/sample/**/*.*',
  'scripts/{build,build-stamp,compress}.ts',
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
export async function resetStamp() {
  await rm(stampFile, { force: true })
  const digest = await sourceDigest()
  return () => writeFile(stampFile, digest)
}

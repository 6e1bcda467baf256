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

/** One digest over the names and contents of everything a build is made from; tests left out. */
async function sourceDigest() {
  const files = globSync(sources, { cwd: root })
  const built = files.filter((file) => !/\.(test\.tsx?|md)$/.test(file)).sort()
  const contents = await Promise.all(built.map((file) => readFile(join(root, file))))
  const hash = createHash('sha256')
  for (const [index, file] of built.entries())
    hash.update(`\n${file} ${contents[index]?.length}\n`).update(contents[index] ?? '')
  return hash.digest('hex')
}

/** True when build/ holds a finished build of the sources as they are now. */
export async function isBuilt() {
  const stamp = await readFile(stampFile, 'utf8').catch(() => undefined)
  return stamp !== undefined && stamp === (await sourceDigest())
}

/** Call before a build, so that one that breaks off does not count as finished; write the stamp with what it returns. */
export async function beginStamp() {
  await rm(stampFile, { force: true })
  const digest = await sourceDigest()
  return () => writeFile(stampFile, digest)
}

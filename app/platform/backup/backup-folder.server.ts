import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { StartupError } from '../startup-error.ts'

/** Names every file with its SHA-256, as `sha256sum -c` reads it. */
const sumsName = 'SHA256SUMS'

export interface BackupFolder {
  /** Writes a file, packed when its name ends in .gz; others than this account may not read it. */
  write(name: string, bytes: AsyncIterable<Uint8Array> | Uint8Array): Promise<void>
  /** Gives the folder its name; only then is it a backup. */
  finish(): Promise<void>
  /** Takes away what was written so far. */
  discard(): Promise<void>
}

/** Begins a backup beside its place, under a name that nobody takes for one. */
export async function beginBackupFolder(path: string): Promise<BackupFolder> {
  const unfinished = `${path}.partial`
  const sums: string[] = []
  const folders = new Set<string>([unfinished])
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await mkdir(unfinished, { mode: 0o700 })

  async function writeFlushed(
    name: string,
    bytes: AsyncIterable<Uint8Array> | Uint8Array,
  ): Promise<string> {
    const file = join(unfinished, name)
    const sum = createHash('sha256')
    for (let folder = dirname(file); folder !== unfinished; folder = dirname(folder)) {
      folders.add(folder)
    }
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const place = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
    const summed = async function* (packed: AsyncIterable<Uint8Array>) {
      for await (const chunk of packed) {
        sum.update(chunk)
        yield chunk
      }
    }
    const given = bytes instanceof Uint8Array ? Readable.from([bytes]) : bytes
    if (name.endsWith('.gz')) await pipeline(given, createGzip({ level: 1 }), summed, place)
    else await pipeline(given, summed, place)
    return sum.digest('hex')
  }

  return {
    async write(name, bytes) {
      sums.push(`${await writeFlushed(name, bytes)}  ${name}\n`)
    },
    async finish() {
      await writeFlushed(sumsName, Buffer.from(sums.sort().join('')))
      for (const folder of folders) await flushFolder(folder)
      await rename(unfinished, path)
      await flushFolder(dirname(path))
    },
    discard: () => rm(unfinished, { recursive: true, force: true }),
  }
}

async function flushFolder(path: string) {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * The names of a backup's files, each of them read and found as it was written.
 *
 * @throws StartupError naming what is damaged or missing
 */
export async function checkedFiles(path: string): Promise<string[]> {
  const sums = await readSums(path)
  const damaged: string[] = []
  for (const { name, sum } of sums) {
    if ((await sumOf(join(path, name))) !== sum) damaged.push(name)
  }
  if (damaged.length === 0) return sums.map(({ name }) => name)
  throw new StartupError(
    `The backup is damaged, nothing was restored. Missing or changed: ${damaged.slice(0, 10).join(', ')}${damaged.length > 10 ? ` and ${damaged.length - 10} more` : ''}. Take another copy of it, or another backup.`,
  )
}

async function readSums(path: string): Promise<{ name: string; sum: string }[]> {
  const text = await readFile(join(path, sumsName), 'utf8').catch(() => '')
  const lines = text.split(/(?<=\n)/).filter(Boolean)
  const sums = lines.map((line) => /^([0-9a-f]{64}) {2}([^/\n].*)\n$/.exec(line))
  if (basename(path).endsWith('.partial') || sums.length === 0 || sums.includes(null)) {
    throw new StartupError(
      `${path} is no whole backup: its list ${sumsName} is missing or damaged. Nothing was restored.`,
    )
  }
  return sums.map((match) => ({ sum: match?.[1] ?? '', name: match?.[2] ?? '' }))
}

async function sumOf(file: string): Promise<string | null> {
  const sum = createHash('sha256')
  try {
    await pipeline(createReadStream(file), sum)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EISDIR') return null
    throw error
  }
  return sum.digest('hex')
}

/** A packed file of a backup, unpacked while it is read. */
export function unpacked(path: string, name: string): AsyncIterable<Uint8Array> {
  const unpacking = createGunzip()
  createReadStream(join(path, name))
    .on('error', (error) => unpacking.destroy(error))
    .pipe(unpacking)
  return unpacking
}

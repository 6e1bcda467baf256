import { createHash, type Hash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { pipeline as finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Convert } from './encryption.server.ts'

/**
 * The SHA-256 of every file as it lies there, in the format of `sha256sum -c`. An encrypted backup also has this list
 * encrypted, of the files as they were before: who has no key cannot exchange single files.
 */
export const sumsName = 'SHA256SUMS'

/** How the names of encrypted files end. */
export const encryptedEnding = '.age'

export const isEncrypted = (path: string) => existsSync(join(path, sumsName + encryptedEnding))

type Bytes = AsyncIterable<Uint8Array> | Uint8Array

export interface BackupFolder {
  /** Writes a file that only this account may read, compressed if its name ends in .gz. */
  write(name: string, bytes: Bytes): Promise<void>
  /** Gives the folder its final name. */
  finish(): Promise<void>
  /** Deletes what was written so far. */
  discard(): Promise<void>
}

/** Creates the folder of a backup under a temporary name. With `encrypt`, nothing is on disk as it was. */
export async function beginBackupFolder(
  path: string,
  encrypt: Convert | null,
): Promise<BackupFolder> {
  const unfinished = `${path}.partial`
  const ending = encrypt ? encryptedEnding : ''
  const contents: string[] = []
  const stored: string[] = []
  const folders = new Set<string>([unfinished])
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await mkdir(unfinished, { mode: 0o700 })

  async function write(name: string, bytes: Bytes) {
    const content = createHash('sha256')
    const written = createHash('sha256')
    const source = bytes instanceof Uint8Array ? Readable.from([bytes]) : bytes
    const packed = name.endsWith('.gz') ? compressed(source) : source
    const last = encrypt ? encrypt(summed(packed, content)) : packed
    await finished(summed(last, written), await newFile(name + ending))
    if (encrypt) contents.push(`${content.digest('hex')}  ${name}\n`)
    stored.push(`${written.digest('hex')}  ${name}${ending}\n`)
  }

  async function newFile(name: string) {
    const file = join(unfinished, name)
    for (let folder = dirname(file); folder !== unfinished; folder = dirname(folder)) {
      folders.add(folder)
    }
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    return createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  }

  return {
    write,
    async finish() {
      if (encrypt) await write(sumsName, Buffer.from(contents.sort().join('')))
      await finished([stored.sort().join('')], await newFile(sumsName))
      for (const folder of folders) await flushFolder(folder)
      await rename(unfinished, path)
      await flushFolder(dirname(path))
    },
    discard: () => rm(unfinished, { recursive: true, force: true }),
  }
}

/** Who reads it gets the errors of its source, too. */
const compressed: Convert = (bytes) => pipeline(bytes, createGzip({ level: 1 }), () => {})

/** The same bytes, added to a digest while they are read. */
async function* summed(bytes: AsyncIterable<Uint8Array>, sum: Hash) {
  for await (const chunk of bytes) {
    sum.update(chunk)
    yield chunk
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

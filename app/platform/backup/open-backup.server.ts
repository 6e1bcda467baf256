import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline as finished } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { StartupError } from '../startup-error.ts'
import { encryptedEnding, isEncrypted, sumsName } from './backup-folder.server.ts'
import { decryptionWith } from './encryption.server.ts'

/** A backup whose files have been checked. */
export interface OpenBackup {
  path: string
  names: string[]
  /** A file, decrypted while it is read. */
  read(name: string): AsyncIterable<Uint8Array>
}

interface Sum {
  name: string
  sum: string
}

/**
 * Opens a backup and checks every file: as it lies there, and of an encrypted backup also what is in it.
 *
 * @param keyFile the file with the secret key of an encrypted backup
 * @throws StartupError naming what is damaged or missing, or saying that the key is missing or another one
 */
export async function openBackup(path: string, keyFile: string | undefined): Promise<OpenBackup> {
  const stored = (name: string) => bytesOf(join(path, name))
  const files = sumsIn(path, await text(stored(sumsName)).catch(() => ''))
  await assertUndamaged(files, stored)
  if (!isEncrypted(path)) return { path, names: files.map(({ name }) => name), read: stored }
  if (!keyFile) {
    throw new StartupError(
      'The backup is encrypted. Name the file of its secret key: npm run restore -- <folder of the backup> --key <file>. Nothing was restored.',
    )
  }
  const decrypt = await decryptionWith(keyFile)
  const read = (name: string) => decrypt(stored(name + encryptedEnding))
  const contents = sumsIn(path, await opened(read(sumsName)))
  await assertUndamaged(contents, read)
  return { path, names: contents.map(({ name }) => name), read }
}

/** The list lies there as it was written, so it is the key that does not fit. */
function opened(sums: AsyncIterable<Uint8Array>): Promise<string> {
  return text(sums).catch(() => {
    throw new StartupError(
      'The key does not open the backup: it was encrypted to another one. Nothing was restored.',
    )
  })
}

/** A compressed file of a backup, decompressed while it is read. */
export function decompressed({ read }: OpenBackup, name: string): AsyncIterable<Uint8Array> {
  // Who reads the last stream gets the error of any.
  return pipeline(read(name), createGunzip(), () => {})
}

async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  yield* (await open(file)).createReadStream()
}

function sumsIn(path: string, list: string): Sum[] {
  const lines = list.split(/(?<=\n)/).filter(Boolean)
  const sums = lines.map((line) => /^([0-9a-f]{64}) {2}([^/\n].*)\n$/.exec(line))
  if (basename(path).endsWith('.partial') || sums.length === 0 || sums.includes(null)) {
    throw new StartupError(
      `${path} is not a complete backup: its ${sumsName} is missing or damaged. Nothing was restored.`,
    )
  }
  return sums.map((match) => ({ sum: match?.[1] ?? '', name: match?.[2] ?? '' }))
}

async function assertUndamaged(sums: Sum[], read: OpenBackup['read']) {
  const damaged: string[] = []
  for (const { name, sum } of sums) {
    if ((await sumOf(read(name))) !== sum) damaged.push(name)
  }
  if (damaged.length === 0) return
  throw new StartupError(
    `The backup is damaged. Nothing was restored. Missing or changed: ${damaged.slice(0, 10).join(', ')}${damaged.length > 10 ? ` and ${damaged.length - 10} more` : ''}. Use another copy of it, or another backup.`,
  )
}

/** Null when there is no such file, or what it holds does not decrypt. */
async function sumOf(bytes: AsyncIterable<Uint8Array>): Promise<string | null> {
  const sum = createHash('sha256')
  try {
    await finished(bytes, sum)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (typeof code !== 'string' || code === 'ENOENT' || code === 'EISDIR') return null
    throw error
  }
  return sum.digest('hex')
}

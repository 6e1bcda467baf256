import { createHash, type Hash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline as finished } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { StartupError } from '../app-error.ts'

/**
 * The SHA-256 of every file as it lies there, in the format of `sha256sum -c`. An encrypted backup also has this list
 * encrypted, of the files as they were before: who has no key cannot exchange single files.
 */
const sumsName = 'SHA256SUMS'

const encryptedEnding = '.age'

const isEncrypted = (path: string) => existsSync(join(path, sumsName + encryptedEnding))

type Bytes = AsyncIterable<Uint8Array> | Uint8Array

export interface BackupFolder {
  /** Writes a file that only this account may read, compressed if its name ends in .gz. */
  write(name: string, bytes: Bytes): Promise<void>
  finish(): Promise<void>
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
  // The list has its checksum, so it is the key that does not fit.
  const list = await text(read(sumsName)).catch(() => {
    throw new StartupError(
      'The key does not open the backup: it was encrypted to another one. Nothing was restored.',
    )
  })
  const contents = sumsIn(path, list)
  await assertUndamaged(contents, read)
  return { path, names: contents.map(({ name }) => name), read }
}

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

type Chunks = AsyncIterable<Uint8Array>

/** Turns bytes into others while they are read, without holding more than a few chunks. */
export type Convert = (bytes: Chunks) => Chunks

/** The library takes a fifth of a second to load, so it is loaded where a key is used. */
const loadAge = () => import('age-encryption')

/** As the library takes it: Node's own type of this stream is another. */
const toWeb = (bytes: Chunks) =>
  ReadableStream.from(bytes) as globalThis.ReadableStream<Uint8Array<ArrayBuffer>>

/**
 * Encrypts to a public key, in the format of age (age-encryption.org).
 *
 * @throws StartupError when it is no such key
 */
export async function encryptionTo(publicKey: string): Promise<Convert> {
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(publicKey)
  } catch {
    throw new StartupError(
      'The setting BACKUP_PUBLIC_KEY is not a whole public key. Copy the line again that begins with age1.',
    )
  }
  return async function* (bytes) {
    yield* await encrypter.encrypt(toWeb(bytes))
  }
}

/**
 * Decrypts by the secret keys of a file, which is as `age-keygen` writes it: a key on each line, and comments after #.
 *
 * @throws StartupError when the file cannot be read or has no key; no message has any of its text
 */
export async function decryptionWith(keyFile: string): Promise<Convert> {
  const { Decrypter } = await loadAge()
  const text = await readFile(keyFile, 'utf8').catch(() => {
    throw new StartupError(`The file of the key cannot be read: ${keyFile}`)
  })
  const lines = text.split('\n').map((line) => line.trim())
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const decrypter = new Decrypter()
  try {
    if (keys.length === 0) throw new Error('no key')
    for (const key of keys) decrypter.addIdentity(key)
  } catch {
    throw new StartupError(
      `${keyFile} is not the file of a key. It has a line that begins with AGE-SECRET-KEY-, and is complete.`,
    )
  }
  return async function* (bytes) {
    yield* await decrypter.decrypt(toWeb(bytes))
  }
}

/** A new pair of keys. `file` is the text of the file with the secret one. */
export async function makeBackupKey(now: Date): Promise<{ publicKey: string; file: string }> {
  const { generateX25519Identity, identityToRecipient } = await loadAge()
  const secretKey = await generateX25519Identity()
  const publicKey = await identityToRecipient(secretKey)
  const file = `# created: ${now.toISOString()}\n# public key: ${publicKey}\n${secretKey}\n`
  return { publicKey, file }
}

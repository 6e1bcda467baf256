import { readFile } from 'node:fs/promises'
import { ReadableStream } from 'node:stream/web'
import { StartupError } from '../app-error.ts'

type Bytes = AsyncIterable<Uint8Array>

/** Turns bytes into others while they are read, without holding more than a few chunks. */
export type Convert = (bytes: Bytes) => Bytes

/** The library takes a fifth of a second to load, so it is loaded where a key is used. */
const loadAge = () => import('age-encryption')

/** As the library takes it: Node's own type of this stream is another. */
const toWeb = (bytes: Bytes) =>
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

import pLimit from 'p-limit'
import type { StoredFile, WholeFileStore } from './file-store.server.ts'

/** Files on their way at once. */
const atOnce = 8

export interface Moved {
  copied: number
  /** Files that were there already, byte for byte. */
  kept: number
  /** Bytes of all of them together. */
  bytes: number
}

/**
 * Copies every file of one store into another and reads it back there; nothing is taken away from the first. It may be
 * broken off and run again, and run once more for what came meanwhile: what is there already stays.
 *
 * @throws Error naming a file that does not read back as it was
 */
export async function moveFiles(
  from: WholeFileStore,
  to: WholeFileStore,
  onProgress: (done: number) => void = () => {},
): Promise<Moved> {
  const moved: Moved = { copied: 0, kept: 0, bytes: 0 }
  const limit = pLimit(atOnce)

  async function moveOne({ key }: StoredFile) {
    const bytes = await from.get(key)
    // Swept since it was listed.
    if (!bytes) return
    const copied = await copyOnce(to, key, bytes)
    moved[copied ? 'copied' : 'kept'] += 1
    moved.bytes += bytes.length
    onProgress(moved.copied + moved.kept)
  }

  const files = await Array.fromAsync(from.list())
  await Promise.all(files.map((file) => limit(() => moveOne(file))))
  return moved
}

/** Whether it had to be copied. */
async function copyOnce(to: WholeFileStore, key: string, bytes: Uint8Array): Promise<boolean> {
  if (isSame(await to.get(key), bytes)) return false
  await to.put(key, bytes)
  if (isSame(await to.get(key), bytes)) return true
  throw new Error(`${key} does not read back as it was`)
}

function isSame(found: Uint8Array | null, bytes: Uint8Array): boolean {
  return found !== null && Buffer.compare(found, bytes) === 0
}

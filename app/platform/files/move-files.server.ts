import pLimit from 'p-limit'
import type { StoredFile, WholeFileStore } from './file-store.server.ts'

const concurrency = 8

export interface Moved {
  copied: number
  /** Files that the other store already had, byte for byte. */
  unchanged: number
  /** Bytes of all of them together. */
  bytes: number
}

/**
 * Copies every file of one store to another and reads it back there. The first store does not change. It can be stopped
 * and run again, also for files that were added meanwhile.
 *
 * @throws Error naming a file that does not read back as it was
 */
export async function moveFiles(
  from: WholeFileStore,
  to: WholeFileStore,
  onProgress: (done: number) => void = () => {},
): Promise<Moved> {
  const moved: Moved = { copied: 0, unchanged: 0, bytes: 0 }
  const limit = pLimit(concurrency)

  async function moveOne({ key }: StoredFile) {
    const bytes = await from.get(key)
    // Deleted since it was listed.
    if (!bytes) return
    const copied = await copyOnce(to, key, bytes)
    moved[copied ? 'copied' : 'unchanged'] += 1
    moved.bytes += bytes.length
    onProgress(moved.copied + moved.unchanged)
  }

  const files = await Array.fromAsync(from.list())
  await Promise.all(files.map((file) => limit(() => moveOne(file))))
  return moved
}

/** True if the other store did not have it. */
async function copyOnce(to: WholeFileStore, key: string, bytes: Uint8Array): Promise<boolean> {
  if (isSame(await to.get(key), bytes)) return false
  await to.put(key, bytes)
  if (isSame(await to.get(key), bytes)) return true
  throw new Error(`${key} does not read back as it was`)
}

function isSame(found: Uint8Array | null, bytes: Uint8Array): boolean {
  return found !== null && Buffer.compare(found, bytes) === 0
}

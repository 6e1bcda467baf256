import { randomUUID } from 'node:crypto'
import { mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import pLimit from 'p-limit'
import { AppError } from '../app-error.ts'

/** Uploaded and generated files, by keys such as `pictures/a1/640.webp`. */
export interface FileStore {
  /**
   * Writes the whole file or nothing.
   *
   * @throws AppError unavailable when there is no room for it
   */
  put(key: string, bytes: Uint8Array): Promise<void>
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>
  remove(key: string): Promise<void>
}

/** A store that can list its files, to move them or back them up. */
export interface WholeFileStore extends FileStore {
  /**
   * Every file, or every one of a folder, in no order. Files that are added or removed meanwhile may be missing. Files
   * whose names are no keys are not the shop's and are left out.
   */
  list(folder?: string): AsyncIterable<StoredFile>
}

export interface StoredFile {
  key: string
  /** bytes */
  size: number
  storedAt: Date
}

const keyPattern = /^[a-z0-9-][a-z0-9.-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/i

export function isKey(name: string): boolean {
  return keyPattern.test(name) && !name.includes('..')
}

/** @throws Error when this cannot be the key of a file, such as one that leads out of the store */
export function assertKey(key: string) {
  if (!isKey(key)) throw new Error(`not a file key: ${key}`)
}

export function createDiskStore(root: string): WholeFileStore {
  const pathOf = (key: string) => {
    assertKey(key)
    return join(root, key)
  }
  // After a crash, incomplete files remain here and not among the others: no key begins with a dot.
  const partsFolder = join(root, '.parts')
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const unfinished = join(partsFolder, randomUUID())
      try {
        await mkdir(dirname(path), { recursive: true })
        await mkdir(partsFolder, { recursive: true })
        await writeFile(unfinished, bytes, { flush: true })
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw isOutOfRoom(error) ? noRoom() : error
      }
    },
    async get(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    list: (folder = '') => filesIn(root, folder),
  }
}

const isOutOfRoom = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

function noRoom() {
  return new AppError(
    'unavailable',
    'There is no space for more files at the moment. Please try again later.',
  )
}

async function* filesIn(root: string, folder: string): AsyncGenerator<StoredFile> {
  const start = join(root, folder)
  await mkdir(start, { recursive: true })
  for await (const entry of await opendir(start, { recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const key = relative(root, path).replaceAll(sep, '/')
    if (!entry.isFile() || !isKey(key)) continue
    const found = await statOf(path)
    if (found) yield { key, size: found.size, storedAt: found.mtime }
  }
}

async function statOf(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const concurrency = 8

export interface Moved {
  copied: number
  /** Files that the other store already had, byte for byte. */
  unchanged: number
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

async function copyOnce(to: WholeFileStore, key: string, bytes: Uint8Array): Promise<boolean> {
  if (isSame(await to.get(key), bytes)) return false
  await to.put(key, bytes)
  if (isSame(await to.get(key), bytes)) return true
  throw new Error(`${key} does not read back as it was`)
}

function isSame(found: Uint8Array | null, bytes: Uint8Array): boolean {
  return found !== null && Buffer.compare(found, bytes) === 0
}

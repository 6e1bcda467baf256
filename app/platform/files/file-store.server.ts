import { randomUUID } from 'node:crypto'
import { mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { AppError } from '../app-error.ts'

/** Uploaded and generated files, by keys such as `pictures/a1/640.webp`. */
export interface FileStore {
  /**
   * Writes the whole file or nothing.
   *
   * @throws AppError unavailable when there is no room for it
   */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The file, or null when there is none. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>
  remove(key: string): Promise<void>
}

/** A store that can list its files, to move them or back them up. */
export interface WholeFileStore extends FileStore {
  /**
   * Every file, in no order. Files that are added or removed meanwhile may be missing. Files whose names are no keys are
   * not the shop's and are left out.
   */
  list(): AsyncIterable<StoredFile>
}

export interface StoredFile {
  key: string
  /** bytes */
  size: number
}

const keyPattern = /^[a-z0-9-][a-z0-9.-]*(\/[a-z0-9.-]+)*$/i

export function isKey(name: string): boolean {
  return keyPattern.test(name) && !name.includes('..')
}

/** @throws Error when this cannot be the key of a file, such as one that leads out of the store */
export function assertKey(key: string) {
  if (!isKey(key)) throw new Error(`not a file key: ${key}`)
}

/** Files in a folder of this machine. */
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
    list: () => filesIn(root),
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

async function* filesIn(root: string): AsyncGenerator<StoredFile> {
  await mkdir(root, { recursive: true })
  for await (const entry of await opendir(root, { recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const key = relative(root, path).replaceAll(sep, '/')
    if (!entry.isFile() || !isKey(key)) continue
    const size = await sizeOf(path)
    if (size !== null) yield { key, size }
  }
}

/** Null if it has been deleted. */
async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

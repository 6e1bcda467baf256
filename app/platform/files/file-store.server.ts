import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where uploaded and generated files live, by keys such as `pictures/a1/640.webp`. */
export interface FileStore {
  /** Writes the whole file or nothing. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The file, or null when there is none. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>
  remove(key: string): Promise<void>
}

const keyPattern = /^[a-z0-9-][a-z0-9.-]*(\/[a-z0-9.-]+)*$/i

/** Files in a folder of this machine. */
export function createDiskStore(root: string): FileStore {
  const pathOf = (key: string) => {
    if (!keyPattern.test(key) || key.includes('..')) throw new Error(`not a file key: ${key}`)
    return join(root, key)
  }
  // What a crash cuts short stays here, never among the finished files.
  const partsFolder = join(root, '.parts')
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      const unfinished = join(partsFolder, randomUUID())
      await mkdir(partsFolder, { recursive: true })
      try {
        await writeFile(unfinished, bytes, { flush: true })
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
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
  }
}

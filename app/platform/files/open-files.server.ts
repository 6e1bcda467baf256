import { accessSync, chmodSync, constants, existsSync, mkdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../app-error.ts'
import { createDiskStore, type WholeFileStore } from './file-store.server.ts'
import type { S3Settings } from './s3-store.server.ts'

export type Storage = 'disk' | 's3'

/** For files that are named by their content and never change. */
export const cachedForEver = 'public, max-age=31536000, immutable'

/**
 * Opens the store of uploads: a folder in the data folder, or a bucket.
 *
 * @throws Error when the settings of the bucket are missing
 */
export async function openFiles(
  storage: Storage,
  { dataDir, s3 }: { dataDir: string; s3: S3Settings | null },
): Promise<WholeFileStore> {
  if (storage === 'disk') return createDiskStore(join(dataDir, 'files'))
  if (!s3) throw new Error('no settings of a bucket')
  // Loaded only if it is used: the SDK takes time and memory.
  const { createS3Store } = await import('./s3-store.server.ts')
  return createS3Store(s3, cachedForEver)
}

/**
 * Creates the data folder for this account alone: it holds customers' addresses.
 *
 * @throws StartupError when it cannot be created or written to
 */
export function prepareDataFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new StartupError(
      `The data folder ${folder} cannot be written to (${(error as NodeJS.ErrnoException).code}). Set DATA_DIR to a folder that this account may write to.`,
    )
  }
}

/** Below this the embedded database may fail in the middle of a change: a part of its log, and some room for tables. */
const neededBytes = 32 * 1024 * 1024

/** Of the disk of a folder, for this account. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** @throws StartupError saying how much space is missing on the disk of the data folder */
export function requireSpace(folder: string) {
  const missing = neededBytes - freeBytes(folder)
  if (missing <= 0) return
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024)
  throw new StartupError(
    `The disk of the data folder ${folder} is full: the shop needs ${megabytes(neededBytes)} MB, and ${megabytes(missing)} MB are missing. Make room, for example in backups/, and start again. Nothing is lost: do not restore a backup.`,
  )
}

/** What this process writes is for its own user alone, and so is the data folder that an earlier start has made. */
export function keepPrivate(dataDir: string) {
  process.umask(0o077)
  if (existsSync(dataDir)) chmodSync(dataDir, 0o700)
}

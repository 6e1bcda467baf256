import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { createDiskStore, type WholeFileStore } from './file-store.server.ts'
import type { S3Settings } from './s3-store.server.ts'

export type Storage = 'disk' | 's3'

/** What lies there is named by its content and never changes. */
const keptForEver = 'public, max-age=31536000, immutable'

/**
 * Opens the place where uploads live: a folder of the data folder, or a bucket.
 *
 * @throws Error when a bucket is asked for without its settings
 */
export async function openFiles(
  storage: Storage,
  { dataDir, s3 }: { dataDir: string; s3: S3Settings | null },
): Promise<WholeFileStore> {
  if (storage === 'disk') return createDiskStore(join(dataDir, 'files'))
  if (!s3) throw new Error('no settings of a bucket')
  // The SDK takes its time and memory: only where it is used.
  const { createS3Store } = await import('./s3-store.server.ts')
  return createS3Store(s3, keptForEver)
}

/**
 * Makes the folder that holds all the shop keeps on this machine, customers' addresses too: for this account alone.
 *
 * @throws StartupError when it cannot be made or written to
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

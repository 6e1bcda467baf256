import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../app-error.ts'

/** A lock that nothing refers to would be collected, and so be given back. */
const held = new Set<DatabaseSync>()

/** What SQLite says when another has the file. */
const sqliteBusy = 5

/**
 * Locks a data folder for this process by a file beside it. The kernel holds the lock, also between containers, and gives it
 * back when the process ends, however that happens. Node cannot ask the kernel for it, but SQLite can.
 *
 * @returns a function that releases the folder
 * @throws StartupError when another process has locked the folder
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(`${folder}.lock`, { recursive: true })
  const lock = new DatabaseSync(join(`${folder}.lock`, 'lock.sqlite'))
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    throw new StartupError(
      `The data folder ${folder} is in use by another Cakewala, perhaps in another container. Stop that one, or set DATA_DIR to another folder.`,
    )
  }
  held.add(lock)
  return () => {
    if (held.delete(lock)) lock.close()
  }
}

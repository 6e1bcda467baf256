import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../app-error.ts'

/** Referred to here, because a lock that is garbage-collected is given back. */
const locks = new Set<DatabaseSync>()

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
    throw inUse(folder)
  }
  if (isHeldByEarlierVersion(folder)) {
    lock.close()
    throw inUse(folder)
  }
  locks.add(lock)
  return () => {
    if (locks.delete(lock)) lock.close()
  }
}

function inUse(folder: string) {
  return new StartupError(
    `The data folder ${folder} is in use by another Cakewala, perhaps in another container. Stop that one, or set DATA_DIR to another folder.`,
  )
}

/** Version 1.0.0 wrote the id of its process into a file, and when that began. */
function isHeldByEarlierVersion(folder: string): boolean {
  const file = join(`${folder}.lock`, 'owner.lock')
  const [pid = '', began] = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : []
  const stat = join('/proc', pid, 'stat')
  if (!/^\d+$/.test(pid) || !existsSync(stat)) return false
  // The second field, the command in brackets, may have spaces.
  const [state, ...fields] = readFileSync(stat, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return state !== 'Z' && fields[18] === began
}

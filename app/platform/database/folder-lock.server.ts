import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../app-error.ts'

/**
 * Locks a data folder for this process by a file beside it with the process id and start time.
 * The file of a process that no longer runs is taken over.
 *
 * @returns a function that releases the folder
 * @throws StartupError when another process has locked the folder
 */
export function lockFolder(folder: string): () => void {
  const lockFolderPath = `${folder}.lock`
  mkdirSync(lockFolderPath, { recursive: true })
  const file = join(lockFolderPath, 'owner.lock')
  const ownText = `${process.pid} ${startTime(process.pid)}`
  if (!createFile(file, ownText)) {
    const owner = readFileSync(file, 'utf8')
    if (owner !== ownText && isRunning(owner)) {
      throw new StartupError(
        `The data folder ${folder} is in use by another Cakewala (process ${owner.split(' ')[0]}). Stop that one, or set DATA_DIR to another folder.`,
      )
    }
    writeFileSync(file, ownText)
  }
  return () => rmSync(file, { force: true })
}

function createFile(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** A zombie has ended and waits only for its parent to notice. */
function isRunning(owner: string): boolean {
  const pid = Number(owner.split(' ')[0])
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return owner === `${pid} ${startTime(pid)}` && processStat(pid)?.state !== 'Z'
}

/** When the process began, so that a reused process id is not mistaken for the owner; unknown off Linux. */
function startTime(pid: number): string {
  return processStat(pid)?.startTime ?? 'unknown'
}

/** Null off Linux. The second field, the command in brackets, may contain spaces. */
function processStat(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0], startTime: fields[19] }
  } catch {
    return null
  }
}

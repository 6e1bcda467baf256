import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** For `startServer`: the process has a small disk of its own at this folder. */
export function onOwnDisk(folder: string, megabytes: number): string[] {
  const mounted = `mount -t tmpfs -o size=${megabytes}m tmpfs "$0" && exec "$@"`
  return ['unshare', '-Urm', 'sh', '-c', mounted, folder]
}

/** Why nothing of this is tried here; null where it is. */
export function whyNoDisk(): string | null {
  const [command = '', ...args] = [...onOwnDisk(tmpdir(), 1), 'true']
  return spawnSync(command, args).status === 0 ? null : 'not tried: no disk may be mounted here'
}

/** The folder as that process sees it: nobody else sees its disk. */
export const seenBy = (pid: number, folder: string) => join(`/proc/${pid}/root`, folder)

/** Fills a disk but for some bytes. @returns how to make room again */
export function fill(folder: string, { leave }: { leave: number }) {
  const { bavail, bsize } = statfsSync(folder)
  const filler = join(folder, 'filler')
  try {
    writeFileSync(filler, Buffer.alloc(bavail * bsize - leave))
  } catch (error) {
    // The shop writes, too: the disk is full a little earlier.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
  return () => rmSync(filler)
}

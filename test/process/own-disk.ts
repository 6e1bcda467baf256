import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
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
export function fill(folder: string, { megabytes, leave }: { megabytes: number; leave: number }) {
  const filler = join(folder, 'filler')
  const step = 20_000
  for (let size = megabytes * 1024 * 1024; size > 0; size -= step) {
    try {
      writeFileSync(filler, Buffer.alloc(size))
      writeFileSync(filler, Buffer.alloc(Math.max(0, size - leave)))
      return () => rmSync(filler)
    } catch {
      rmSync(filler, { force: true })
    }
  }
  throw new Error('the disk was full already')
}

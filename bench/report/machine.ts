import { execFileSync } from 'node:child_process'
import { cpus, release, totalmem } from 'node:os'
import type { Place } from '../shops/places.ts'

/** What results depend on. */
export interface Machine {
  at: string
  commit: string
  /** Whether there were changes that no commit has. */
  dirty: boolean
  cores: number
  cpu: string
  memoryGb: number
  kernel: string
  node: string
  databases: string[]
}

export function machineFacts(places: readonly Place[]): Machine {
  const all = cpus()
  return {
    at: new Date().toISOString(),
    commit: commitOf('.') || 'unknown',
    dirty: git('status', '--porcelain') !== '',
    cores: all.length,
    cpu: all[0]?.model ?? '',
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    kernel: release(),
    node: process.version,
    databases: places.map(({ version }) => version),
  }
}

/** The commit that is checked out in a folder. */
export function commitOf(folder: string): string {
  return git('-C', folder, 'rev-parse', '--short=10', 'HEAD')
}

/** Empty where there is no git, or no repository. */
function git(...args: string[]): string {
  try {
    return execFileSync('git', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}

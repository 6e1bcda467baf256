import { readFileSync } from 'node:fs'

/** Linux counts a process's time in these. */
const tickMs = 10

/** What processes have in memory, in MB, each counting what it shares with others; 0 where /proc does not say. */
export function memoryOf(...pids: number[]): number {
  return megabytes(pids, 'status', /VmRSS:\s+(\d+)/)
}

/** The same with what is shared divided by those who share it: what sums up truly. */
export function shareOfMemory(...pids: number[]): number {
  return megabytes(pids, 'smaps_rollup', /^Pss:\s+(\d+)/m)
}

/** What processes have had of a processor so far, in ms; 0 where /proc does not say. */
export function cpuOf(...pids: number[]): number {
  return sum(pids, (pid) => {
    const fields = processFile(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs
  })
}

function megabytes(pids: number[], file: string, kilobytes: RegExp): number {
  return sum(pids, (pid) => Number(kilobytes.exec(processFile(pid, file))?.[1] ?? 0) / 1024)
}

function sum(pids: number[], numberOf: (pid: number) => number): number {
  return pids.reduce((total, pid) => total + numberOf(pid), 0)
}

function processFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

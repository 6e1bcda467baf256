import { setTimeout } from 'node:timers/promises'
import type { Measured } from '../admin/admin-calls.ts'
import { cpuOf, memoryOf } from './process-facts.ts'

export interface Times {
  name: string
  /** Of the whole answer, in ms. */
  median: number
  worst: number
  /** What one answer takes of a processor in the shop's process, in ms: other work on the machine does not show here. */
  cpu: number
  kilobytes: number
}

export interface Target {
  url: string
  token: string
  pid: number
}

const warmUp = 3
const repeated = 20
const watchEveryMs = 50

/** Asks one after another, as one administrator does. Throws when an answer is not the right one. */
export async function timesOf(target: Target, measured: Measured): Promise<Times> {
  const taken: number[] = []
  let bytes = 0
  let cpuBefore = 0
  for (let turn = 0; turn < warmUp + repeated; turn += 1) {
    if (turn === warmUp) cpuBefore = cpuOf(target.pid)
    const start = performance.now()
    bytes = (await ask(target, measured)).length
    if (turn >= warmUp) taken.push(performance.now() - start)
  }
  taken.sort((a, b) => a - b)
  return {
    name: measured.name,
    median: taken[Math.floor(taken.length / 2)] ?? 0,
    worst: taken.at(-1) ?? 0,
    cpu: (cpuOf(target.pid) - cpuBefore) / repeated,
    kilobytes: bytes / 1024,
  }
}

export interface Export {
  name: string
  seconds: number
  megabytes: number
  /** Memory of the server in MB: before, and the most while it sends. */
  memoryBefore: number
  memoryAtMost: number
}

/** Reads an export to its end and watches the server's memory meanwhile. */
export async function watchExport(target: Target, measured: Measured): Promise<Export> {
  const memoryBefore = memoryOf(target.pid)
  let memoryAtMost = memoryBefore
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      memoryAtMost = Math.max(memoryAtMost, memoryOf(target.pid))
      await setTimeout(watchEveryMs)
    }
  }
  const watching = watch()
  const start = performance.now()
  const bytes = await ask(target, measured).finally(() => {
    isOver = true
  })
  const seconds = (performance.now() - start) / 1000
  await watching
  const megabytes = bytes.length / 1024 / 1024
  return { name: measured.name, seconds, megabytes, memoryBefore, memoryAtMost }
}

async function ask({ url, token }: Target, { name, path, status = 200 }: Measured) {
  const headers = { authorization: `Bearer ${token}`, cookie: `token=${encodeURIComponent(token)}` }
  const response = await fetch(`${url}${path}`, { headers, redirect: 'manual' })
  const bytes = await response.bytes()
  if (response.status !== status) {
    const body = new TextDecoder().decode(bytes.slice(0, 300))
    throw new Error(`${name} (${path}) answered ${response.status}: ${body}`)
  }
  return bytes
}

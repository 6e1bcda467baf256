import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** What a program writes. It runs in the project's folder, where its packages are found. */
async function outputOf(source: string): Promise<string> {
  const folder = mkdtempSync(join(import.meta.dirname, 'workers-'))
  try {
    writeFileSync(join(folder, 'program.mjs'), source)
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'program.mjs')])
    return stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A primary with three workers, each of which counts to its own number and reads all. */
const program = `
  import cluster from 'node:cluster'
  import { Counter, Gauge, Registry } from 'prom-client'
  import { collectWorkerMetrics, createMetricsReader } from ${JSON.stringify(`${import.meta.dirname}/metrics.server.ts`)}
  if (cluster.isPrimary) {
    collectWorkerMetrics()
    let ready = 0
    cluster.on('message', (worker, message) => {
      if (message === 'ready' && ++ready === 3) worker.send('ask')
      if (message?.result) { console.log(message.result); process.exit(0) }
    })
    for (const n of [1, 2, 3]) cluster.fork({ NUMBER: String(n) })
  } else {
    const registers = [new Registry()]
    const n = Number(process.env.NUMBER)
    new Counter({ name: 'own', help: 'own', registers }).inc(n)
    new Gauge({ name: 'whole', help: 'whole', registers, aggregator: 'max' }).set(7)
    const read = createMetricsReader(registers[0])
    process.on('message', async (m) => { if (m === 'ask') process.send({ result: await read() }) })
    process.send('ready')
  }
`

it('whichever worker is read has the numbers of all: its own kind as sums, the shop’s once', async () => {
  expect(await outputOf(program)).toMatch(/^own 6$.*^whole 7$/ms)
})

/** A primary that could not read all in time. */
const silent = `
  import cluster from 'node:cluster'
  import { Registry } from 'prom-client'
  import { createMetricsReader } from ${JSON.stringify(`${import.meta.dirname}/metrics.server.ts`)}
  if (cluster.isPrimary) {
    const worker = cluster.fork()
    worker.on('message', ({ id, result }) => {
      if (result) { console.log(result); process.exit(0) }
      worker.send({ reply: 'all-metrics', id, text: null })
    })
  } else {
    const read = createMetricsReader(new Registry())
    read().catch(({ code, status }) => process.send({ result: code + ' ' + status }))
  }
`

it('while a worker is too busy to tell its own, they are unavailable, and no bug', async () => {
  expect(await outputOf(silent)).toBe('unavailable 503\n')
})

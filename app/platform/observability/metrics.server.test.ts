import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** A primary with three workers, each of which counts to its own number and asks for all. */
const program = `
  import cluster from 'node:cluster'
  import { Counter, Gauge, Registry } from 'prom-client'
  import { collectWorkerMetrics, createMetricsReader } from ${JSON.stringify(`${import.meta.dirname}/metrics.server.ts`)}
  if (cluster.isPrimary) {
    collectWorkerMetrics()
    let ready = 0
    cluster.on('message', (worker, message) => {
      if (message === 'ready' && ++ready === 3) worker.send('ask')
      if (message?.told) { console.log(message.told); process.exit(0) }
    })
    for (const n of [1, 2, 3]) cluster.fork({ NUMBER: String(n) })
  } else {
    const registers = [new Registry()]
    const n = Number(process.env.NUMBER)
    new Counter({ name: 'own', help: 'own', registers }).inc(n)
    new Gauge({ name: 'whole', help: 'whole', registers, aggregator: 'max' }).set(7)
    const read = createMetricsReader(registers[0])
    process.on('message', async (m) => { if (m === 'ask') process.send({ told: await read() }) })
    process.send('ready')
  }
`

it('whichever worker is asked tells the numbers of all: its own kind as sums, the shop’s once', async () => {
  // In the project's folder, where its packages are found.
  const folder = mkdtempSync(join(import.meta.dirname, 'workers-'))
  try {
    writeFileSync(join(folder, 'program.mjs'), program)
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'program.mjs')])
    expect(stdout).toMatch(/^own 6$.*^whole 7$/ms)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

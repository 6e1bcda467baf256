import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { operate } from '../faults/operator-commands.ts'
import { onServer } from '../support/test-databases.setup.ts'
import {
  endAll,
  newDatabase,
  startServer,
  temporaryFolder,
  whyNotOnServer,
} from './server-process.ts'

const METRICS_TOKEN = 'a token of the metrics'

describe.skipIf(whyNotOnServer)(whyNotOnServer ?? 'the metrics of a shop that runs', () => {
  let data: ReturnType<typeof temporaryFolder>
  beforeAll(() => {
    data = temporaryFolder()
  })
  afterAll(async () => {
    await endAll()
    data.remove()
  })

  it('tell of its backups and checks, which are commands of other processes, and of its disk', async () => {
    const database = await newDatabase()
    const settings = { DATABASE_URL: database, DATA_DIR: data.folder, METRICS_TOKEN }
    const { url } = await startServer({ ...settings, PORT: await freePort() })
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    async function readMetric(metric: string): Promise<number | null> {
      const text = await (await fetch(`${url}/metrics`, { headers })).text()
      const line = text.split('\n').find((line) => line.startsWith(`${metric} `))
      return line === undefined ? null : Number(line.slice(metric.length))
    }
    const age = (command: string) => `operator_run_age_seconds{command="${command}"}`
    expect(await readMetric('data_folder_free_bytes')).toBeGreaterThan(1024)
    expect(await readMetric('shop_last_hour{what="orders_placed"}')).toBe(0)
    expect(await readMetric(age('backup'))).toBe(null)

    expect(await operate(settings, 'backup')).toMatchObject({ code: 0 })
    expect(await operate(settings, 'check-consistency')).toMatchObject({ code: 0 })
    // Read at most every ten seconds.
    const patience = { interval: 500 }
    await expect.poll(() => readMetric(age('backup')), patience).toBeLessThan(60)
    await expect.poll(() => readMetric(age('check-consistency')), patience).toBeLessThan(60)
    const errors = 'operator_run_errors{command="check-consistency"}'
    expect(await readMetric(errors)).toBe(0)

    await onServer(
      database,
      `insert into pictures values ('0123456789abcdef', 1, 1, '#c33366', '', now() - interval '1 day')`,
    )
    expect(await operate(settings, 'check-consistency', '--with-files')).toMatchObject({ code: 1 })
    await expect.poll(() => readMetric(errors), patience).toBe(1)
  })
})

import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../scripts/free-port.ts'
import { spawnServer } from '../../test/process/server-process.ts'
import type { Bench } from '../bench.ts'
import { startBaseline } from '../measure/baseline.ts'
import { memoryOf, shareOfMemory } from '../measure/process-facts.ts'
import { median } from '../report/statistics.ts'
import type { Cell } from '../report/table.ts'
import type { Place, ShopPlace } from '../shops/places.ts'

const repeated = 5
const askEveryMs = 5
/** How long a shop is left alone before its memory is read. */
const restMs = 3000

const columns = ['what', 'first start ms', 'warm start ms', 'RSS MB', 'PSS MB']

/** From the start of the process until it says that it is ready, and its memory then, beside that of a plain server. */
export const start: Bench = {
  about: 'first and warm start until ready, and memory at rest',
  async run({ places, report }) {
    const rows: Cell[][] = [await plainRow()]
    for (const place of places) rows.push(await rowOf(place))
    report.show({ title: `Start: medians of ${repeated}`, columns, rows })
  },
}

async function plainRow(): Promise<Cell[]> {
  const starts: Started[] = []
  for (let turn = 0; turn < repeated; turn += 1) {
    const begun = performance.now()
    const server = await startBaseline()
    const ms = performance.now() - begun
    starts.push({ ms, ...memory(server.pid) })
    await server.end()
  }
  return cellsOf('plain node:http server', null, starts)
}

async function rowOf(place: Place): Promise<Cell[]> {
  const first: Started[] = []
  const warm: Started[] = []
  for (let turn = 0; turn < repeated; turn += 1) {
    await place.lend(async (settings) => {
      first.push(await started(settings, { restMs: 0 }))
      warm.push(await started(settings, { restMs }))
    })
  }
  return cellsOf(place.name, first, warm)
}

interface Started {
  /** Until it was ready. */
  ms: number
  /** Memory in MB; `share` counts what processes share in parts. */
  rss: number
  share: number
}

const memory = (pid: number) => ({ rss: memoryOf(pid), share: shareOfMemory(pid) })

async function started(settings: ShopPlace, { restMs }: { restMs: number }): Promise<Started> {
  const PORT = await freePort()
  const begun = performance.now()
  const shop = spawnServer({ ...settings, PORT, ADMIN_PASSWORD: 'a password for the bench' })
  try {
    let isOver = false
    void shop.ended.then(() => {
      isOver = true
    })
    while (!(await isReady(`http://127.0.0.1:${PORT}/readyz`))) {
      if (isOver) throw new Error(`The shop did not start:\n${shop.output()}`)
      await pause(askEveryMs)
    }
    const ms = performance.now() - begun
    await pause(restMs)
    return { ms, ...memory(shop.pid) }
  } finally {
    await shop.end('SIGTERM')
  }
}

async function isReady(address: string): Promise<boolean> {
  const answer = await fetch(address, { headers: { connection: 'close' } }).catch(() => null)
  await answer?.body?.cancel()
  return answer?.ok === true
}

function cellsOf(name: string, first: Started[] | null, warm: Started[]): Cell[] {
  const of = (number: (one: Started) => number) => median(warm.map(number))
  const firstMs = first && median(first.map(({ ms }) => ms))
  return [name, firstMs, of(({ ms }) => ms), of(({ rss }) => rss), of(({ share }) => share)]
}

import { Bench as Tinybench } from 'tinybench'
import type { Bench } from '../bench.ts'
import { answersParent, askForked } from '../measure/forked.ts'
import type { Cell } from '../report/table.ts'
import { openInProcess } from '../shops/open-in-process.ts'
import { comparisons } from './micro-comparisons.ts'

const columns = ['what', 'a second', 'median µs', 'beside it', 'a second', 'ratio']

/** What single functions of the shop cost, each beside something plain of the same shape. */
export const micro: Bench = {
  about: 'prices, searches, pages, icing and invoices by themselves, each beside something plain',
  async run({ options: { seconds }, report }) {
    const rows = await askForked<{ seconds: number }, Cell[][]>(import.meta.filename, { seconds })
    report.show({ title: 'Parts, in one process without a network', columns, rows })
  },
}

async function compareAll({ seconds }: { seconds: number }): Promise<Cell[][]> {
  const shop = await openInProcess()
  try {
    const rows: Cell[][] = []
    for (const { name, shops, plainName, plain } of await comparisons(shop)) {
      const bench = new Tinybench({ time: (seconds * 1000) / 2, throws: true })
      await bench.add('shop', shops).add('plain', plain).run()
      const [own, other] = bench.tasks.map(({ result }) => {
        if (result.state !== 'completed') throw new Error(`${name} was not measured`)
        return result.latency.p50
      })
      if (!own || !other) throw new Error(`${name} was not measured`)
      rows.push([name, 1000 / own, own * 1000, plainName, 1000 / other, other / own])
    }
    return rows
  } finally {
    await shop.close()
  }
}

if (import.meta.main) answersParent(compareAll)

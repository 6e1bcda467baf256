import type { Bench } from '../bench.ts'
import { memoryOf } from '../measure/process-facts.ts'
import type { Report } from '../report/report.ts'
import type { Cell } from '../report/table.ts'
import { checkLedger } from '../shops/check-shop.ts'
import { whileOpen } from '../shops/open-shop.ts'
import { type Fuzzed, fuzzShop } from './fuzz-shop.ts'

const connections = 16

/** Mutated requests to every call and page. Every status above 499 but 503 fails it, and every second of waiting. */
export const fuzz: Bench = {
  about: 'mutated requests to every call and page, then consistency; see --requests and --seed',
  async run({ places, options: { requests, seed }, report }) {
    for (const place of places) {
      await place.lend(async (settings) => {
        const memory: number[] = []
        const fuzzed = await whileOpen(
          settings,
          ({ url, pids }) => {
            const onTenth = () => memory.push(memoryOf(...pids))
            return fuzzShop({ url, seed, requests, connections, onTenth })
          },
          { catalogue: 'cakes' },
        )
        showFuzzed(fuzzed, `${place.name}, ${requests} requests, seed ${seed}`, report)
        report.show({ title: `Memory while fuzzing: ${place.name}`, ...memoryTable(memory) })
        await checkLedger(settings, report)
      })
    }
  },
}

function showFuzzed({ statuses, bugs, slow, refused }: Fuzzed, what: string, report: Report) {
  const rows = [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, count]): Cell[] => [status === 0 ? 'torn, no response' : `${status}`, count])
  rows.push(['calls and pages that never succeeded', refused.length])
  report.show({ title: `Fuzzing: ${what}`, columns: ['status', 'responses'], rows })
  for (const [name, shown] of bugs) report.wrong(`${name}\n  ${shown}`)
  for (const [name, shown] of slow) report.wrong(`above a second: ${name}\n  ${shown}`)
}

function memoryTable(memory: number[]) {
  const rows = memory.map((megabytes, at): Cell[] => [`${(at + 1) * 10} %`, megabytes])
  return { columns: ['after', 'RSS MB'], rows }
}

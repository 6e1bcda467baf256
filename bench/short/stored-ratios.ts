import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rounded } from '../report/statistics.ts'

/** By the name of each case: the CPU of a response of the shop over that of a plain server's in the same run. */
export type Ratios = Record<string, number>

export interface StoredRatios {
  /** That was measured. */
  commit: string
  ratios: Ratios
}

/** CI shares its machine: a smaller difference may come from its neighbours. */
const failingFactor = 2

const file = join(import.meta.dirname, 'stored-ratios.json')

export function readStoredRatios(): StoredRatios {
  return JSON.parse(readFileSync(file, 'utf8')) as StoredRatios
}

export function storeRatios({ commit, ratios }: StoredRatios) {
  const short = Object.entries(ratios).map(([name, ratio]) => [name, rounded(ratio)])
  const stored: StoredRatios = { commit, ratios: Object.fromEntries(short) }
  writeFileSync(file, `${JSON.stringify(stored, null, 2)}\n`)
}

/** What is wrong with measured ratios, a sentence for each case. */
export function wrongRatios(measured: Ratios, { commit, ratios }: StoredRatios): string[] {
  return Object.entries(measured).flatMap(([name, ratio]) => {
    const stored = ratios[name]
    if (stored === undefined) {
      return `'${name}' has no stored ratio. Store it: npm run bench -- short --accept`
    }
    if (ratio < failingFactor * stored) return []
    return (
      `'${name}' takes ${ratio.toFixed(1)} times the CPU of a plain server, ` +
      `${(ratio / stored).toFixed(1)} times the stored ${stored.toFixed(1)} of commit ${commit}. ` +
      `Compare it with a checkout of that commit, installed and built: npm run bench -- --against <folder>. ` +
      `If it has to be so, store the new ratios: npm run bench -- short --accept`
    )
  })
}

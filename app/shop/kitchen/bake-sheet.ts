import { groupBy } from '#shop/values/group-by.ts'
import { kilos } from '#shop/values/weight.ts'
import type { KitchenItem } from './kitchen-day.ts'

/** Cakes of the same kind. */
export interface BakeRow {
  flavour: string
  wt: string
  egg: KitchenItem['egg']
  forDay?: KitchenItem['forDay']
  pieces: number
  done: number
  /** All its pieces together, in whole grams. */
  grams: number
}

/** One kind of cake with its rows, the lightest first. */
export interface BakeGroup {
  name: string
  rows: BakeRow[]
}

export interface BakeSheet {
  groups: BakeGroup[]
  total: Pick<BakeRow, 'pieces' | 'done' | 'grams'>
}

type SheetItem = Pick<
  KitchenItem,
  'name' | 'flavour' | 'wt' | 'egg' | 'forDay' | 'amount' | 'status'
>

/** A day's items summed up by cake, flavour, weight, egg and the day they are for, with how many are done. */
export function bakeSheet(items: readonly SheetItem[]): BakeSheet {
  const groups = [...groupBy(items, ({ name }) => name)]
    .map(([name, same]) => ({ name, rows: rowsOf(same) }))
    .sort((a, b) => compare(a.name, b.name))
  return { groups, total: sum(groups.flatMap(({ rows }) => rows)) }
}

function rowsOf(items: readonly SheetItem[]): BakeRow[] {
  const alike = groupBy(items, ({ flavour, wt, egg, forDay }) =>
    JSON.stringify([flavour, wt, egg, forDay]),
  )
  return [...alike.values()].map(rowOf).sort(byChoice)
}

function rowOf(items: SheetItem[]): BakeRow {
  const [{ flavour, wt, egg, forDay }] = items as [SheetItem]
  const counted = items.map(({ amount, status }) => ({
    pieces: amount,
    done: status === 'completed' ? amount : 0,
    grams: Math.round((kilos(wt) ?? 0) * 1000) * amount,
  }))
  return { flavour, wt, egg, forDay, ...sum(counted) }
}

function sum(counted: readonly BakeSheet['total'][]): BakeSheet['total'] {
  const total = { pieces: 0, done: 0, grams: 0 }
  for (const { pieces, done, grams } of counted) {
    total.pieces += pieces
    total.done += done
    total.grams += grams
  }
  return total
}

function byChoice(a: BakeRow, b: BakeRow): number {
  return (
    compare(a.flavour, b.flavour) ||
    Number(a.wt) - Number(b.wt) ||
    compare(a.egg ?? '', b.egg ?? '') ||
    compare(a.forDay ?? '', b.forDay ?? '')
  )
}

/** By code, so that server and browser order alike whatever their languages. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

import { groupBy } from '#shop/values/group-by.ts'
import { formatWeight, kilos } from '#shop/values/weight.ts'
import { DataTable } from '#ui/lists/data-table.tsx'
import { EggOrAsk, ForDay } from './kitchen-ticket.tsx'
import type { KitchenItem } from './load-kitchen.server.ts'

const columns = ['Cake', 'Flavour', 'Weight', 'Egg', 'Pieces', 'Total weight', 'Done', 'Left']

/** What to bake in a day: a table, and on phones a list. Paper always has the table. */
export function BakeSheetTable({ sheet }: { sheet: BakeSheet }) {
  const { pieces, done, grams } = sheet.total
  return (
    <>
      <StackedRows sheet={sheet} />
      <div className="min-w-0 max-md:hidden print:block [&_thead_th:nth-child(n+5)]:text-right">
        <DataTable label="What to bake" columns={columns}>
          {sheet.groups.map((group) => (
            <GroupRows key={group.name} group={group} />
          ))}
          <tr className="border-t-2 border-stroke font-semibold">
            <th scope="row" colSpan={4} className="text-sm! text-cocoa!">
              Total
            </th>
            <Figures pieces={pieces} done={done} grams={grams} />
          </tr>
        </DataTable>
      </div>
      <ul aria-label="Weight by flavour" className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <li className="w-full font-semibold">By flavour, as finished cake</li>
        {flavourSums(sheet).map(({ flavour, egg, grams }) => (
          <li key={`${flavour} ${egg}`} className="flex flex-wrap gap-x-2">
            <span>{flavour}</span> <EggOrAsk egg={egg} />
            <strong>{formatWeight(String(grams / 1000))}</strong>
          </li>
        ))}
      </ul>
    </>
  )
}

function GroupRows({ group: { name, rows } }: { group: BakeGroup }) {
  return rows.map(({ flavour, wt, egg, forDay, ...figures }, index) => (
    <tr key={`${flavour} ${wt} ${egg} ${forDay}`} className="break-inside-avoid">
      {index === 0 && (
        <th
          scope="rowgroup"
          rowSpan={rows.length}
          className="min-w-32 align-top text-sm! text-cocoa! whitespace-normal!"
        >
          {name}
        </th>
      )}
      <td>
        <span>{flavour}</span>
        <ForDay forDay={forDay} />
      </td>
      <td className="whitespace-nowrap">{formatWeight(wt)}</td>
      <td>
        <EggOrAsk egg={egg} />
      </td>
      <Figures {...figures} />
    </tr>
  ))
}

function Figures({ pieces, done, grams }: Total) {
  const left = pieces - done
  return (
    <>
      <td className="text-right tabular-nums">{pieces}</td>
      <td className="text-right whitespace-nowrap tabular-nums">
        {formatWeight(String(grams / 1000))}
      </td>
      <td className="text-right tabular-nums">{done}</td>
      <td className={`text-right tabular-nums ${left > 0 ? 'font-semibold' : 'text-cocoa-soft'}`}>
        {left}
      </td>
    </>
  )
}

/** Each row of the table in two lines. */
function StackedRows({ sheet: { groups, total } }: { sheet: BakeSheet }) {
  return (
    <ul aria-label="What to bake" className="divide-y divide-line md:hidden print:hidden">
      {groups.map(({ name, rows }) => (
        <li key={name} className="grid gap-2 py-3">
          <h3 className="font-text text-base font-semibold tracking-normal wrap-anywhere">
            {name}
          </h3>
          {rows.map(({ flavour, wt, egg, forDay, ...figures }) => (
            <div key={`${flavour} ${wt} ${egg} ${forDay}`} className="text-sm">
              <p className="flex flex-wrap gap-x-3 wrap-anywhere">
                <span>{flavour}</span> <span className="whitespace-nowrap">{formatWeight(wt)}</span>
                <EggOrAsk egg={egg} />
                <ForDay forDay={forDay} />
              </p>
              <FiguresInWords {...figures} />
            </div>
          ))}
        </li>
      ))}
      <li className="pt-3 text-sm font-semibold">
        Total
        <FiguresInWords {...total} />
      </li>
    </ul>
  )
}

function FiguresInWords({ pieces, done, grams }: Total) {
  const left = pieces - done
  return (
    <p className="flex flex-wrap justify-between gap-x-3 tabular-nums">
      <span>
        <span>{pieces === 1 ? '1 piece' : `${pieces} pieces`}</span>,{' '}
        <span>{formatWeight(String(grams / 1000))}</span> in all
      </span>
      <span className={left > 0 ? 'font-semibold' : 'text-cocoa-soft'}>
        {`${done} done, ${left} left`}
      </span>
    </p>
  )
}

type BakeSheet = ReturnType<typeof bakeSheet>
/** Each cake with its kinds, the lightest first. */
type BakeGroup = BakeSheet['groups'][number]
type BakeRow = ReturnType<typeof rowOf>

type SheetItem = Pick<
  KitchenItem,
  'name' | 'flavour' | 'wt' | 'egg' | 'forDay' | 'amount' | 'status'
>

/** A day's items summed up by cake, flavour, weight, egg and the day they are for, with how many are done. */
export function bakeSheet(items: readonly SheetItem[]) {
  const groups = [...groupBy(items, ({ name }) => name)]
    .map(([name, same]) => ({ name, rows: rowsOf(same) }))
    .sort((a, b) => compare(a.name, b.name))
  return { groups, total: sum(groups.flatMap(({ rows }) => rows)) }
}

/** What sponge and cream of a day come to: the finished weight of each flavour, with egg and eggless. */
export function flavourSums({ groups }: BakeSheet) {
  const rows = groups.flatMap(({ rows }) => rows).sort(byChoice)
  const alike = groupBy(rows, ({ flavour, egg }) => JSON.stringify([flavour, egg]))
  return [...alike.values()].map((same) => ({ ...(same as [BakeRow])[0], ...sum(same) }))
}

function rowsOf(items: readonly SheetItem[]): BakeRow[] {
  const alike = groupBy(items, ({ flavour, wt, egg, forDay }) =>
    JSON.stringify([flavour, wt, egg, forDay]),
  )
  return [...alike.values()].map(rowOf).sort(byChoice)
}

/** Cakes of the same kind. */
function rowOf(items: SheetItem[]) {
  const [{ flavour, wt, egg, forDay }] = items as [SheetItem]
  const counted = items.map(({ amount, status }) => ({
    pieces: amount,
    done: status === 'completed' ? amount : 0,
    grams: Math.round((kilos(wt) ?? 0) * 1000) * amount,
  }))
  return { flavour, wt, egg, forDay, ...sum(counted) }
}

type Total = ReturnType<typeof sum>

function sum(counted: readonly { pieces: number; done: number; grams: number }[]) {
  /** All pieces together, in whole grams. */
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

import { DataTable } from '#ui/lists/data-table.tsx'
import { type BakeGroup, type BakeSheet, kilosText } from './bake-sheet.ts'
import { EggText } from './kitchen-ticket.tsx'

const columns = ['Cake', 'Flavour', 'Weight', 'Egg', 'Pieces', 'In all', 'Done', 'Left']

/** How much of what is to be baked in a day. */
export function BakeSheetTable({ sheet }: { sheet: BakeSheet }) {
  const { pieces, done, grams } = sheet.total
  return (
    <div className="min-w-0 [&_thead_th:nth-child(n+5)]:text-right">
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
  )
}

function GroupRows({ group: { name, rows } }: { group: BakeGroup }) {
  return rows.map(({ flavour, wt, egg, ...figures }, index) => (
    <tr key={`${flavour} ${wt} ${egg}`} className="break-inside-avoid">
      {index === 0 && (
        <th
          scope="rowgroup"
          rowSpan={rows.length}
          className="min-w-32 align-top text-sm! text-cocoa! whitespace-normal!"
        >
          {name}
        </th>
      )}
      <td>{flavour}</td>
      <td className="whitespace-nowrap">{wt} kg</td>
      <td>
        <EggText egg={egg} />
      </td>
      <Figures {...figures} />
    </tr>
  ))
}

function Figures({ pieces, done, grams }: BakeSheet['total']) {
  const left = pieces - done
  return (
    <>
      <td className="text-right tabular-nums">{pieces}</td>
      <td className="text-right whitespace-nowrap tabular-nums">{kilosText(grams)}</td>
      <td className="text-right tabular-nums">{done}</td>
      <td className={`text-right tabular-nums ${left > 0 ? 'font-semibold' : 'text-cocoa-soft'}`}>
        {left}
      </td>
    </>
  )
}

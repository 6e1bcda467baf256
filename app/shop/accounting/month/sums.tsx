import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { fileUrl } from '#platform/http/api-client.ts'
import { useMay } from '#shop/accounts/permissions.ts'
import type { PaymentCause, PaymentMethod } from '#shop/orders/money/ledger.ts'
import { formatInr, sumPaise } from '#shop/values/money.ts'
import { textLink } from '#ui/button.tsx'
import { Section } from '#ui/forms/plain-form.tsx'
import { DataTable } from '#ui/lists/data-table.tsx'
import type { chargesWithin, paymentsWithin, RiderMoney } from './month.store.server.ts'
import { type SalesGroup, type SalesRow, salesGroups } from './month.ts'
import type { DownloadSales } from './read-month.server.ts'

type ChargeSum = Awaited<ReturnType<typeof chargesWithin>>[number]
type PaymentSum = Awaited<ReturnType<typeof paymentsWithin>>[number]

const lineLabels = { item: 'Cakes', delivery: 'Delivery', surcharge: 'Slot surcharge' }

/** What was charged in the month, and what was paid. */
export function Sums({ charges, payments }: { charges: ChargeSum[]; payments: PaymentSum[] }) {
  const all = { chargedPaise: 0, takenOffPaise: 0 }
  for (const { chargedPaise, takenOffPaise } of charges) {
    all.chargedPaise += chargedPaise
    all.takenOffPaise += takenOffPaise
  }
  const amounts = ({ chargedPaise, takenOffPaise }: typeof all) => [
    ...[formatInr(chargedPaise), formatInr(takenOffPaise), formatInr(chargedPaise + takenOffPaise)],
  ]
  const isOnline = payments.some(({ method }) => method === 'provider')
  return (
    <>
      <Section id="charges" title="Charges" intro="Placed orders, by the day of each charge.">
        <AmountTable
          label="What was charged"
          columns={['For', 'Charged', 'Reduced', 'Total']}
          rows={[
            ...charges.map((row) => [lineLabels[row.line], ...amounts(row)] as const),
            ['All', ...amounts(all)],
          ]}
        />
      </Section>
      <Section
        id="payments"
        title="Payments"
        intro="By the day each payment began. Refunds have a minus."
      >
        <AmountTable
          label="What was paid"
          columns={['How', 'Number', 'Amount']}
          rows={[
            ...payments.map((row) => [paymentLabel(row), row.count, formatInr(row.paise)] as const),
            [
              'All',
              payments.reduce((sum, { count }) => sum + count, 0),
              formatInr(sumPaise(payments)),
            ],
          ]}
        />
        {isOnline && <p className="text-sm text-cocoa-soft">{feesText(payments)}</p>}
      </Section>
    </>
  )
}

/** With the tax on them. */
function feesText(payments: readonly PaymentSum[]): string {
  const feePaise = payments.reduce((sum, row) => sum + row.feePaise, 0)
  const untold = payments.reduce((sum, row) => sum + row.untold, 0)
  const rest =
    untold === 0 ? '' : `; not known yet of ${untold} ${untold === 1 ? 'payment' : 'payments'}`
  return `Provider’s fees, with tax: ${formatInr(feePaise)}${rest}.`
}

const methods: Record<PaymentMethod, string> = { provider: 'Online', cash: 'Cash', upi: 'UPI' }
const causes: Record<PaymentCause, string> = {
  online: 'payments',
  door: 'at the door',
  counter: 'at the counter',
  refund: 'refunds',
  dispute: 'taken back by banks',
}

function paymentLabel({ method, cause, isFailed }: PaymentSum): string {
  const failed = isFailed ? ' that failed: the shop has the money' : ''
  return `${methods[method]} ${causes[cause]}${failed}`
}

/** What was asked for at the doors, what was taken, and what is still due. */
export function DoorMoney({ riders }: { riders: RiderMoney[] }) {
  const seesOrders = useMay('see-orders')
  const dueOrders = riders.reduce((sum, row) => sum + row.dueOrders, 0)
  const duePaise = riders.reduce((sum, row) => sum + row.duePaise, 0)
  return (
    <Section
      id="door-money"
      title="Cash by rider"
      intro="Of orders that were handed over in this month. Runs are kept for 90 days; what is older, or went without a run, is the shop’s."
    >
      {riders.length === 0 ? (
        <p>Nothing was due at a door.</p>
      ) : (
        <AmountTable
          label="Each rider"
          columns={['Rider', 'Orders', 'Expected', 'Cash', 'UPI', 'Open']}
          rows={riders.map((row) => [
            row.rider ?? 'Shop',
            row.orders,
            formatInr(row.askedPaise),
            formatInr(row.cashTakenPaise),
            formatInr(row.upiTakenPaise),
            formatInr(row.duePaise),
          ])}
        />
      )}
      <p>
        <strong>{formatInr(duePaise)}</strong>{' '}
        <span>{`still open, in ${dueOrders} ${dueOrders === 1 ? 'order' : 'orders'}.`}</span>{' '}
        {seesOrders && dueOrders > 0 && (
          <Link to="/admin/orders?payment=cash" className="text-berry underline">
            Orders in cash
          </Link>
        )}
      </p>
    </Section>
  )
}

interface Sales {
  by: SalesGroup
  rows: SalesRow[]
}

const labels: Record<SalesGroup, string> = {
  cake: 'Cake',
  category: 'Category',
  slot: 'Slot',
  zone: 'Zone',
  hour: 'Hour of the order',
  weekday: 'Weekday of the order',
}

/** A month's sales, added up as one chooses. `sales` is null until then. */
export function SalesBy({ month, sales }: { month: string; sales: Sales | null }) {
  return (
    <Section
      id="sales"
      title="Sales"
      intro="What was charged in the month, less reductions. Choose how to group it."
    >
      <nav aria-label="Sales by" className="flex flex-wrap gap-x-4">
        {salesGroups.map((by) => (
          <Link
            key={by}
            to={`?month=${month}&by=${by}`}
            preventScrollReset
            aria-current={sales?.by === by || undefined}
            className={`${textLink} aria-[current]:no-underline`}
          >
            {labels[by]}
          </Link>
        ))}
      </nav>
      {sales && <SalesTable month={month} {...sales} />}
    </Section>
  )
}

function SalesTable({ month, by, rows }: Sales & { month: string }) {
  if (rows.length === 0) return <p>Nothing was charged in this month.</p>
  const most = Math.max(...rows.map(({ paise }) => paise), 1)
  return (
    <>
      <AmountTable
        label={`Sales by ${labels[by].toLowerCase()}`}
        columns={[labels[by], 'Share', 'Orders', 'Sales']}
        rows={rows.map(({ name, orders, paise }) => [
          name,
          <meter
            key="share"
            aria-label={`Sales of ${name}`}
            max={most}
            value={Math.max(0, paise)}
            className="w-24 md:w-64"
          />,
          orders,
          formatInr(paise),
        ])}
      />
      <a
        href={fileUrl<DownloadSales>('/money/sales', { query: { month, by } })}
        download
        className={`${textLink} w-fit`}
      >
        Export as CSV
      </a>
    </>
  )
}

interface AmountTableProps {
  label: string
  columns: readonly string[]
  /** Cells under their columns; the first one names the row. */
  rows: readonly (readonly [name: string, ...cells: ReactNode[]])[]
}

/** A table whose columns, but for the first, are amounts and counts. On a phone the cells of a row stand one below the other. */
export function AmountTable({ label, columns, rows }: AmountTableProps) {
  return (
    <div className="min-w-0 whitespace-nowrap tabular-nums max-sm:[&_tbody_:is(td,th)]:border-0! max-sm:[&_tbody_:is(td,th)]:py-0.5! max-sm:[&_thead]:sr-only [&_td]:text-right [&_thead_th:not(:first-child)]:text-right">
      <DataTable label={label} columns={columns}>
        {rows.map(([name, ...cells]) => (
          <tr
            key={name}
            className="max-sm:grid max-sm:border-b max-sm:border-line max-sm:py-2 max-sm:last:border-0"
          >
            <th scope="row" className="min-w-28 whitespace-normal! text-sm! text-cocoa!">
              {name}
            </th>
            {cells.map((cell, index) => (
              <td
                key={columns[index + 1]}
                data-label={columns[index + 1]}
                className="max-sm:flex max-sm:justify-between max-sm:before:text-cocoa-soft max-sm:before:content-[attr(data-label)] max-sm:empty:hidden"
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
    </div>
  )
}

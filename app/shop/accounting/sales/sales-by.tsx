import { Link } from 'react-router'
import { fileUrl } from '#platform/http/api-client.ts'
import { formatInr } from '#shop/values/money.ts'
import { Section } from '#ui/forms/plain-form.tsx'
import type { salesFileEndpoint } from '../accounting.endpoints.ts'
import { AmountTable } from '../month/amount-table.tsx'
import { type SalesGroup, type SalesRow, salesGroups } from './sales.ts'

export interface Sales {
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

const link =
  'inline-flex min-h-11 items-center font-semibold text-berry underline underline-offset-3'

/** A month's sales, added up as one chooses. `sales` is null until then. */
export function SalesBy({ month, sales }: { month: string; sales: Sales | null }) {
  return (
    <Section
      id="sales"
      title="Sales"
      intro="What was charged in the month, less what was taken off. Choose by what it is added up."
    >
      <nav aria-label="Sales by" className="flex flex-wrap gap-x-4">
        {salesGroups.map((by) => (
          <Link
            key={by}
            to={`?month=${month}&by=${by}`}
            preventScrollReset
            aria-current={sales?.by === by || undefined}
            className={`${link} aria-[current]:no-underline`}
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
        href={fileUrl<typeof salesFileEndpoint>('/money/sales', { query: { month, by } })}
        download
        className={`${link} w-fit`}
      >
        Export as CSV
      </a>
    </>
  )
}

import { Link } from 'react-router'
import { useMay } from '#shop/accounts/staff-role.tsx'
import type { PaymentCause, PaymentMethod } from '#shop/orders/money/ledger.ts'
import { formatInr, sumPaise } from '#shop/values/money.ts'
import { Section } from '#ui/forms/plain-form.tsx'
import { AmountTable } from './amount-table.tsx'
import type { ChargeSum, PaymentSum, RiderMoney } from './month-money.ts'

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
      <Section
        id="charges"
        title="Charges"
        intro="By the day of each charge; only of placed orders."
      >
        <AmountTable
          label="What was charged"
          columns={['For', 'Charged', 'Taken off', 'Together']}
          rows={[
            ...charges.map((row) => [lineLabels[row.line], ...amounts(row)] as const),
            ['All', ...amounts(all)],
          ]}
        />
      </Section>
      <Section
        id="payments"
        title="Payments"
        intro="By the day on which each was begun; refunds are below 0."
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
    untold === 0 ? '' : `, not told of ${untold} ${untold === 1 ? 'payment' : 'payments'}`
  return `Fees of the provider, with tax: ${formatInr(feePaise)}${rest}.`
}

const methods: Record<PaymentMethod, string> = { provider: 'Online', cash: 'Cash', upi: 'UPI' }
const causes: Record<PaymentCause, string> = {
  checkout: 'at the checkout',
  balance: 'later',
  door: 'at the door',
  counter: 'after the door',
  refund: 'refunds',
  dispute: 'taken back by banks',
}

function paymentLabel({ method, cause, isFailed }: PaymentSum): string {
  const failed = isFailed ? ' that failed: the shop has the money' : ''
  return `${methods[method]} ${causes[cause]}${failed}`
}

/** What was due at the doors, what was taken, and what is open. */
export function DoorMoney({ riders }: { riders: RiderMoney[] }) {
  const seesOrders = useMay('see-orders')
  const openOrders = riders.reduce((sum, row) => sum + row.openOrders, 0)
  const openPaise = riders.reduce((sum, row) => sum + row.openPaise, 0)
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
          rows={riders.map(({ rider, orders, duePaise, cashPaise, upiPaise, ...row }) => [
            rider ?? 'Shop',
            ...[orders, formatInr(duePaise), formatInr(cashPaise), formatInr(upiPaise)],
            formatInr(row.openPaise),
          ])}
        />
      )}
      <p>
        <strong>{formatInr(openPaise)}</strong>{' '}
        <span>{`still open, in ${openOrders} ${openOrders === 1 ? 'order' : 'orders'}.`}</span>{' '}
        {seesOrders && openOrders > 0 && (
          <Link to="/admin/orders?payment=cash" className="text-berry underline">
            Orders in cash
          </Link>
        )}
      </p>
    </Section>
  )
}

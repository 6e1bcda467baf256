import { useRouteLoaderData } from 'react-router'
import { Icon } from '#ui/icon.tsx'
import { banknoteIcon, cardIcon, qrCodeIcon } from '#ui/icons.ts'
import type { AcceptedMethod } from './payment-provider.ts'

const looks = {
  upi: { label: 'UPI', icon: qrCodeIcon },
  card: { label: 'Cards', icon: cardIcon },
  cash: { label: 'Cash on delivery for custom cakes', icon: banknoteIcon },
}

/** What a customer can pay with: what the active provider accepts, as the root loader has it, and cash for custom cakes. */
export function AcceptedPayments() {
  const root = useRouteLoaderData('root') as { accepts: readonly AcceptedMethod[] } | undefined
  if (!root) return null
  return (
    <ul aria-label="We accept" className="flex flex-wrap gap-2">
      {([...root.accepts, 'cash'] as const).map((method) => {
        const { label, icon } = looks[method]
        return (
          <li
            key={method}
            className="flex items-center gap-1.5 rounded-chip border border-line bg-paper px-2 py-1 text-xs"
          >
            <Icon path={icon} size={16} className="shrink-0 text-cocoa-soft" />
            {label}
          </li>
        )
      })}
    </ul>
  )
}

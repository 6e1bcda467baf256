import { useRouteLoaderData } from 'react-router'
import { Icon } from '#ui/icon.tsx'

const qrCodeIcon =
  'M4 3h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1zM17 3h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1zM4 16h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1zM21 16h-3a2 2 0 0 0-2 2v3M21 21v.01M12 7v3a2 2 0 0 1-2 2H7M3 12h.01M12 3h.01M12 16v.01M16 12h1M21 12v.01M12 21v-1'

export const banknoteIcon =
  'M4 6h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-16a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM10 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0M6 12h.01M18 12h.01'

const cardIcon =
  'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-16a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2zM2 10 22 10M6 14h2'

const looks = {
  upi: { label: 'UPI', icon: qrCodeIcon },
  card: { label: 'Cards', icon: cardIcon },
  cash: { label: 'Cash on delivery', icon: banknoteIcon },
  customCash: { label: 'Cash on delivery for custom cakes', icon: banknoteIcon },
}

/** What a customer can pay with, as the root loader has it. */
export function AcceptedPayments() {
  const root = useRouteLoaderData('root') as
    | { accepts: readonly (keyof typeof looks)[] }
    | undefined
  if (!root) return null
  return (
    <ul aria-label="We accept" className="flex flex-wrap gap-2">
      {root.accepts.map((method) => {
        const { label, icon } = looks[method]
        return (
          <li
            key={label}
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

import { X } from 'lucide-react'
import { Link } from 'react-router'
import { activeOrderFilters, allOrders, type OrderSearch, orderQuery } from './order-search.ts'

interface OrderListChipsProps {
  search: OrderSearch
  /** Called when one is taken off, for the focus has to go elsewhere. */
  onTakeOff: () => void
}

const look =
  'inline-flex min-h-11 items-center gap-1.5 rounded-pill text-sm font-medium transition hover:text-berry'

/** The filters in use; pressing one takes it off, and 'Clear all' all of them. */
export function OrderListChips({ search, onTakeOff }: OrderListChipsProps) {
  const active = activeOrderFilters(search)
  if (active.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2">
      {active.map(({ key, label }) => (
        <li key={key}>
          <Link
            to={{ search: orderQuery({ ...search, [key]: allOrders[key], before: null }) }}
            preventScrollReset
            onClick={onTakeOff}
            className={`${look} bg-blush pr-3 pl-4`}
          >
            <span className="sr-only">Take off filter: </span>
            <span className="wrap-anywhere">{label}</span>
            <X size={16} aria-hidden="true" className="shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={{ search: '' }}
          preventScrollReset
          onClick={onTakeOff}
          className={`${look} px-3 text-berry underline underline-offset-3`}
        >
          Clear all
        </Link>
      </li>
    </ul>
  )
}

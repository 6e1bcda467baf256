import { Link } from 'react-router'
import { allOrders, orderQuery } from '../order-search.ts'
import { type CustomCount, customCountText } from './custom-counts.ts'

/** Customised cakes that are not among the panel's orders, each count leading to its list; nothing where there are none. */
export function CustomCountsLine({ counts }: { counts: readonly CustomCount[] }) {
  if (counts.length === 0) return null
  return (
    <nav
      aria-label="Customised cakes with a price"
      className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm"
    >
      <span aria-hidden="true" className="text-cocoa-soft">
        Customised cakes:
      </span>
      {counts.map(({ status, count }) => (
        <Link
          key={status}
          to={{
            pathname: '/admin/orders',
            search: orderQuery({ ...allOrders, state: status }),
          }}
          className="inline-flex min-h-11 items-center rounded-pill bg-blush px-4 font-semibold text-cocoa transition hover:text-berry"
        >
          {customCountText({ status, count })}
        </Link>
      ))}
    </nav>
  )
}

import { NavLink } from 'react-router'

const pages = [
  ['/admin/delivery', 'Settings'],
  ['/admin/delivery/calendar', 'Calendar'],
  ['/admin/delivery/simulator', 'Simulator'],
] as const

/** The pages about delivery. */
export function DeliveryNav() {
  return (
    <nav aria-label="Delivery" className="mt-1 flex flex-wrap gap-x-5">
      {pages.map(([to, label]) => (
        <NavLink
          key={to}
          to={to}
          end
          className="inline-flex min-h-11 items-center font-semibold text-berry underline-offset-3 not-aria-[current=page]:underline aria-[current=page]:text-cocoa"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}

import { type LinksFunction, NavLink, Outlet } from 'react-router'
import type { PageHandle } from '#shop/storefront/frame/page-handle.ts'
import { LoadingLine } from '#ui/loading.tsx'
import adminCss from './admin.css?url'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: adminCss }]

export const handle: PageHandle = { footer: 'slim' }

/** The frame of the admin's pages. The loader of each page checks that the visitor is an admin. */
export default function AdminLayout() {
  return (
    <>
      <LoadingLine />
      <AdminNav />
      <div className="shell pt-6 pb-16">
        <Outlet />
      </div>
    </>
  )
}

const adminPages = [
  ['/admin', 'Panel'],
  ['/admin/orders', 'All orders'],
  ['/admin/kitchen', 'Kitchen'],
  ['/admin/addcake', 'Add Cake'],
  ['/admin/catalogue', 'Import and export'],
  ['/admin/outbox', 'Mails'],
  ['/admin/audit-log', 'Audit log'],
] as const

/** On a narrow screen the links scroll, and the current page's link is in view. */
function AdminNav() {
  return (
    <nav aria-label="Admin" className="border-b border-line bg-paper print:hidden">
      <ul className="shell flex gap-1 overflow-x-auto">
        {adminPages.map(([to, label]) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === '/admin' || to === '/admin/addcake'}
              className="flex min-h-12 items-center border-b-3 border-transparent px-3 text-sm font-semibold whitespace-nowrap transition hover:text-berry aria-[current=page]:border-berry aria-[current=page]:text-berry aria-[current=page]:[scroll-initial-target:nearest]"
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

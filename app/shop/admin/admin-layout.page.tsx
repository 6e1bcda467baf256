import { type LinksFunction, NavLink, Outlet } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { SessionRemedy } from '#shop/accounts/account/session-remedy.tsx'
import { may, StaffRole } from '#shop/accounts/permissions.ts'
import type { Role } from '#shop/accounts/roles.ts'
import type { PageHandle } from '#shop/storefront/frame/page-handle.ts'
import { LoadingLine } from '#ui/loading.tsx'
import type { Route } from './+types/admin-layout.page.ts'
import adminCss from './admin.css?url'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: adminCss }]

export const handle: PageHandle = { frame: 'admin' }

/** For what the pages show. Who may see a page is checked by the page's own loader. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const caller = await context.get(appContext).accounts.callerOf(request.headers)
  return { role: caller?.role ?? 'customer' }
}

// Otherwise the dashboard would not stay when the network is lost for a moment.
export const shouldRevalidate = () => false

/** The frame of the staff's pages. */
export default function AdminLayout({ loaderData: { role } }: Route.ComponentProps) {
  return (
    <StaffRole value={role}>
      <LoadingLine />
      <AdminNav role={role} />
      <div className="shell pt-6 pb-16">
        <Outlet />
      </div>
      <SessionRemedy />
    </StaffRole>
  )
}

const adminPages = [
  ['/admin', 'Panel', 'see-orders'],
  ['/admin/orders', 'All orders', 'see-orders'],
  ['/admin/inbox', 'Inbox', 'see-orders'],
  ['/admin/kitchen', 'Kitchen', 'see-kitchen'],
  ['/admin/runs', 'Runs', 'edit-orders'],
  ['/admin/money', 'Money', 'see-money'],
  ['/admin/cakes', 'Cakes', 'edit-cakes'],
  ['/admin/addcake', 'Add Cake', 'edit-cakes'],
  ['/admin/catalogue', 'Import and export', 'edit-cakes'],
  ['/admin/delivery', 'Delivery settings', 'edit-delivery'],
  ['/admin/shop', 'Shop', 'edit-words'],
  ['/admin/words', 'Words', 'edit-words'],
  ['/admin/notices', 'Who hears what', 'see-orders'],
  ['/admin/outbox', 'Emails', 'read-mails'],
  ['/admin/audit-log', 'Audit log', 'see-audit-log'],
  ['/admin/security', 'Security', 'see-security'],
  ['/admin/staff', 'Staff', 'manage-staff'],
] as const

const pagesOf = (role: Role) => adminPages.filter(([, , permission]) => may(role, permission))

/** On a narrow screen the links scroll, and the current page's link is in view. */
function AdminNav({ role }: { role: Role }) {
  return (
    <nav aria-label="Admin" className="border-b border-line bg-paper print:hidden">
      <ul className="shell flex gap-1 overflow-x-auto">
        {pagesOf(role).map(([to, label]) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === '/admin' || to === '/admin/addcake'}
              className="flex min-h-12 items-center border-b-3 border-transparent px-3 text-sm font-semibold whitespace-nowrap transition hover:text-berry focus-visible:-outline-offset-3 aria-[current=page]:border-berry aria-[current=page]:text-berry aria-[current=page]:[scroll-initial-target:nearest]"
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

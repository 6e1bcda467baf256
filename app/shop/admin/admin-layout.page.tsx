import { type RefObject, useEffect, useRef } from 'react'
import { type LinksFunction, NavLink, Outlet } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { SessionRemedy } from '#shop/accounts/account/session-remedy.tsx'
import { may, StaffRole } from '#shop/accounts/permissions.ts'
import type { Role } from '#shop/accounts/roles.ts'
import type { PageHandle } from '#shop/storefront/frame/framed-pages.ts'
import { chevronDownIcon, Icon } from '#ui/icon.tsx'
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
  ['Panel', [['/admin', 'Panel', 'see-orders']]],
  [
    'Orders',
    [
      ['/admin/orders', 'All orders', 'see-orders'],
      ['/admin/inbox', 'Inbox', 'see-orders'],
      ['/admin/reviews', 'Reviews', 'edit-orders'],
      ['/admin/kitchen', 'Kitchen', 'see-kitchen'],
      ['/admin/runs', 'Runs', 'edit-orders'],
    ],
  ],
  [
    'Cakes',
    [
      ['/admin/cakes', 'Your cakes', 'edit-cakes'],
      ['/admin/addcake', 'Add Cake', 'edit-cakes'],
      ['/admin/catalogue', 'Import and export', 'edit-cakes'],
    ],
  ],
  ['Money', [['/admin/money', 'Money', 'see-money']]],
  [
    'Shop',
    [
      ['/admin/shop', 'Shop', 'edit-words'],
      ['/admin/words', 'Words', 'edit-words'],
      ['/admin/coupons', 'Coupons', 'edit-words'],
      ['/admin/delivery', 'Delivery settings', 'edit-delivery'],
      ['/admin/outbox', 'Emails', 'read-mails'],
    ],
  ],
  [
    'Team',
    [
      ['/admin/staff', 'Staff', 'manage-staff'],
      ['/admin/notices', 'Who hears what', 'see-orders'],
      ['/admin/audit-log', 'Audit log', 'see-audit-log'],
      ['/admin/security', 'Security', 'see-security'],
    ],
  ],
] as const

type AdminPage = (typeof adminPages)[number][1][number]

/** The pages in groups, as far as the role sees them. A group of one page is its link; others open below their names. */
function AdminNav({ role }: { role: Role }) {
  const nav = useRef<HTMLElement>(null)
  useClosing(nav)
  return (
    <nav ref={nav} aria-label="Admin" className="border-b border-line bg-paper print:hidden">
      <ul className="shell relative flex flex-wrap md:gap-x-3">
        {adminPages.map(([group, pages]) => {
          const seen = pages.filter(([, , permission]) => may(role, permission))
          if (seen.length > 1) return <PageGroup key={group} name={group} pages={seen} />
          return seen.map((page) => (
            <li key={page[0]}>
              <PageLink page={page} className={tabLook} />
            </li>
          ))
        })}
      </ul>
    </nav>
  )
}

const tabLook =
  'flex min-h-12 items-center gap-1 border-b-3 border-transparent px-2 text-sm font-semibold whitespace-nowrap transition hover:text-berry focus-visible:-outline-offset-3 aria-[current=page]:border-berry aria-[current=page]:text-berry'

function PageGroup({ name, pages }: { name: string; pages: readonly AdminPage[] }) {
  return (
    <li className="md:relative">
      <details name="admin-pages" className="group/pages">
        <summary
          className={`${tabLook} group-has-aria-[current=page]/pages:border-berry group-has-aria-[current=page]/pages:text-berry [&::-webkit-details-marker]:hidden`}
        >
          <span>{name}</span>
          <Icon
            path={chevronDownIcon}
            size={14}
            className="transition group-open/pages:rotate-180 motion-reduce:transition-none max-sm:hidden"
          />
        </summary>
        <ul className="card absolute inset-x-4 z-30 mt-1 grid p-2 shadow-lg md:right-auto md:left-0 md:min-w-52">
          {pages.map((page) => (
            <li key={page[0]}>
              <PageLink
                page={page}
                className="flex min-h-11 items-center rounded-field px-3 text-sm font-semibold hover:bg-blush aria-[current=page]:text-berry"
              />
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}

function PageLink({ page: [to, label], className }: { page: AdminPage; className: string }) {
  return (
    <NavLink to={to} end={to === '/admin'} className={className}>
      {label}
    </NavLink>
  )
}

/** Closes an open group at a press outside it or on a link in it, and by Escape, which returns to its name. */
function useClosing(nav: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const closer = new AbortController()
    const openGroups = () =>
      nav.current?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? []
    document.addEventListener(
      'click',
      ({ target }) => {
        for (const group of openGroups()) {
          const stays = target instanceof Element && group.contains(target) && !target.closest('a')
          if (!stays) group.open = false
        }
      },
      closer,
    )
    document.addEventListener(
      'keydown',
      ({ key }) => {
        for (const group of key === 'Escape' ? openGroups() : []) {
          group.open = false
          group.querySelector('summary')?.focus()
        }
      },
      closer,
    )
    return () => closer.abort()
  }, [nav])
}

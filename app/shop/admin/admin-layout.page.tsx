import { type LinksFunction, Outlet } from 'react-router'
import type { PageHandle } from '#shop/storefront/frame/page-handle.ts'
import { LoadingLine } from '#ui/loading.tsx'
import adminCss from './admin.css?url'
import { AdminNav } from './admin-nav.tsx'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: adminCss }]

export const handle: PageHandle = { footer: 'slim' }

/** What stands around every page of the admin. Each page's own loader sees to it that only admins get it. */
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

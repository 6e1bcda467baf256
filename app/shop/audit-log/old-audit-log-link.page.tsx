import { redirect } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import type { Route } from './+types/old-audit-log-link.page.ts'

/** The audit log was at /admin/journal. Bookmarks still lead there. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireStaff(request, context.get(appContext), 'see-audit-log')
  return redirect(`/admin/audit-log${new URL(request.url).search}`)
}

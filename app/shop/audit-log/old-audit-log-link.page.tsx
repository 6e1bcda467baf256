import { redirect } from 'react-router'
import type { Route } from './+types/old-audit-log-link.page.ts'

/** The audit log was at /admin/journal. Bookmarks still lead there. */
export function loader({ request }: Route.LoaderArgs) {
  return redirect(`/admin/audit-log${new URL(request.url).search}`)
}

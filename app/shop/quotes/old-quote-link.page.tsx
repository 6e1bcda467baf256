import { redirect } from 'react-router'
import type { Route } from './+types/old-quote-link.page.ts'

/** Mails sent before quotes had this name lead to /offer. */
export function loader({ request }: Route.LoaderArgs) {
  return redirect(`/quote${new URL(request.url).search}`)
}

import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import handbook from '../../../docs/owner.md'
import type { Route } from './+types/help.page.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  await requireStaff({ request, url }, context.get(appContext), 'see-panel')
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Help')

/** The baker's handbook. */
export default function HelpPage() {
  const look = 'prose [&_h1]:text-3xl [&_img]:rounded-card [&_ol]:list-decimal [&_ol]:pl-5'
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own document
  return <div className={look} dangerouslySetInnerHTML={{ __html: handbook }} />
}

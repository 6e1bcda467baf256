import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { loadCakesSection } from '../admin-cakes.store.server.ts'
import type { Route } from './+types/cakes.page.ts'
import { CakesSection } from './cakes-section.tsx'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-cakes')
  return loadCakesSection(app, url.searchParams)
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Cakes')

/** The panel's list of cakes, on a page of its own. */
export default function CakesPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-5 text-3xl">Your cakes</h1>
      <CakesSection {...loaderData} open />
    </>
  )
}

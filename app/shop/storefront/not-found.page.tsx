import { data } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { GoesWith } from '#shop/cakes/cake-card.tsx'
import { listInvited } from '#shop/cakes/search-cakes.server.ts'
import type { Route } from './+types/not-found.page.ts'
import { NotFound } from './frame/frame.tsx'
import { privateMeta } from './frame/shown-shop.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  data(listInvited(context.get(appContext).publishedCakes.current()), { status: 404 })

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Page not found')

export default function NotFoundPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <NotFound />
      <div className="shell">
        <GoesWith cakes={loaderData} />
      </div>
    </>
  )
}

import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { ReviewText } from '#shop/cakes/detail/cake-reviews.tsx'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { Write } from '#shop/storefront/inbox/conversation.tsx'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/list-parts.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { Route } from './+types/reviews.page.ts'
import { listReviews } from './reviews.store.server.ts'
import type { JudgeReview } from './write-review.server.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-orders')
  return listReviews(app.db)
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Reviews')

export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="grid gap-5">
      <header>
        <h1 className="text-3xl">Reviews</h1>
        <p className="mt-1 max-w-[65ch] text-cocoa-soft">
          By those who got the cake. Others see a review once you show it. Few stars are no reason
          to keep one back: answer it.
        </p>
      </header>
      {loaderData.length === 0 && <EmptyState title="No reviews yet" />}
      <ul className="grid gap-4 lg:grid-cols-2">
        {loaderData.map((review) => (
          <li key={`${review.itemId} ${review.answer}`} className="card p-4 md:p-6">
            <StaffReview {...review} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const stateTexts = { waiting: 'To read', shown: 'Shown', hidden: 'Not shown' } as const

function StaffReview(review: Route.ComponentProps['loaderData'][number]) {
  const { itemId: item, cake, orderNumber, state, reason, answer, writtenAt } = review
  const { busy, run } = useReloadingAction()
  const judge = (said: { isShown: boolean; reason?: string; answer?: string }) =>
    call<JudgeReview>('POST /reviews/judge', {
      body: { item, was: writtenAt.toISOString(), answer, ...said },
    })
  return (
    <article aria-label={`Review of ${cake}, order ${orderNumber}`} className="grid gap-3">
      <h2 className="text-lg">
        <UserText>{cake}</UserText>
      </h2>
      <ReviewText review={{ ...review, picture: review.pictureId }} />
      <p className="text-sm font-semibold">{stateTexts[state]}</p>
      <UserText lines>{reason}</UserText>
      <div className="flex flex-wrap gap-2">
        {state !== 'shown' && (
          <Button size="small" busy={busy} onClick={() => void run(() => judge({ isShown: true }))}>
            Show it
          </Button>
        )}
        <Write
          title="Answer and show it"
          hint="Everybody reads it below the review."
          former={answer}
          send={(words) => judge({ isShown: true, answer: words })}
        />
        <Write
          title="Do not show it"
          hint="Why: the customer reads it on the page of their order."
          former={reason}
          send={(words) => judge({ isShown: false, reason: words })}
        />
        <ButtonLink to={`/admin/orders/${orderNumber}`} variant="quiet" size="small">
          {`Order ${orderNumber}`}
        </ButtonLink>
      </div>
    </article>
  )
}

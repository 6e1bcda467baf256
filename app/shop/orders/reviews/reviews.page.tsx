import { useState } from 'react'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { ReviewText } from '#shop/cakes/detail/cake-reviews.tsx'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { Route } from './+types/reviews.page.ts'
import type { JudgeReview } from './judge-review.server.ts'
import { reviewsPage } from './reviews.store.server.ts'

const perPage = 20

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-orders')
  const page = Number(/^\d{1,6}$/.exec(url.searchParams.get('page') ?? '')) || 1
  const found = await reviewsPage(app.db, page, perPage)
  return { page, shown: found.slice(0, perPage), hasMore: found.length > perPage }
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Reviews')

export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  const { page, shown, hasMore } = loaderData
  return (
    <div className="grid gap-5">
      <header>
        <h1 className="text-3xl">Reviews</h1>
        <p className="mt-1 max-w-[65ch] text-cocoa-soft">
          By those who got the cake. Others see a review once you show it. Few stars are no reason
          to keep one back: answer it.
        </p>
      </header>
      {shown.length === 0 && <EmptyState title="No reviews yet" />}
      <ul className="grid gap-4 lg:grid-cols-2">
        {shown.map((review) => (
          <li key={`${review.itemId} ${review.writtenAt.getTime()}`} className="card p-4 md:p-6">
            <StaffReview review={review} />
          </li>
        ))}
      </ul>
      <Pager
        label="Pages of reviews"
        back={page > 1 ? { to: `/admin/reviews?page=${page - 1}`, text: 'Newer reviews' } : null}
        on={hasMore ? { to: `/admin/reviews?page=${page + 1}`, text: 'Older reviews' } : null}
      />
    </div>
  )
}

type ListedReview = Route.ComponentProps['loaderData']['shown'][number]

const stateTexts = { waiting: 'To read', shown: 'Shown', hidden: 'Not shown' } as const

function StaffReview({ review }: { review: ListedReview }) {
  const { itemId: item, cake, orderNumber, state, pictureId } = review
  const [answer, setAnswer] = useState(review.answer)
  const [reason, setReason] = useState(review.reason)
  const [isHiding, setIsHiding] = useState(false)
  const [error, setError] = useState<string>()
  const { busy, run } = useReloadingAction()
  const about = `the review of ${cake}, order ${orderNumber}`

  async function judge(isShown: boolean) {
    const was = review.writtenAt.toISOString()
    const problem = await run(() =>
      call<JudgeReview>('POST /reviews/judge', { body: { item, was, isShown, reason, answer } }),
    )
    setError(problem?.errors?.reason)
    if (!problem) setIsHiding(false)
  }

  return (
    <article aria-label={`Review of ${cake}, order ${orderNumber}`} className="grid gap-3">
      <header className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-lg">
          <UserText>{cake}</UserText>
        </h2>
        <strong className="text-sm">{stateTexts[state]}</strong>
      </header>
      <ReviewText review={{ ...review, answer: '', picture: pictureId }} />
      {review.reason && (
        <p className="text-sm">
          Reason: <UserText lines>{review.reason}</UserText>
        </p>
      )}
      <TextAreaField
        label="Your answer (optional)"
        rows={2}
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="small" busy={busy} onClick={() => void judge(true)}>
          <span>{state === 'shown' ? 'Save the answer' : 'Show it'}</span>
          <span className="sr-only">{`: ${about}`}</span>
        </Button>
        <Button variant="secondary" size="small" onClick={() => setIsHiding(true)}>
          Do not show it<span className="sr-only">{`: ${about}`}</span>
        </Button>
        <ButtonLink to={`/admin/orders/${orderNumber}`} variant="quiet" size="small">
          {`Order ${orderNumber}`}
        </ButtonLink>
      </div>
      <ConfirmDialog
        open={isHiding}
        onClose={() => setIsHiding(false)}
        onConfirm={() => void judge(false)}
        title="Do not show this review"
        confirmLabel="Do not show it"
        busy={busy}
      >
        <TextAreaField
          label="Reason"
          hint="The customer reads it on the page of their order."
          rows={3}
          value={reason}
          error={error}
          onChange={({ target }) => setReason(target.value)}
        />
      </ConfirmDialog>
    </article>
  )
}

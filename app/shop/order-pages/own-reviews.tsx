import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { ReviewText } from '#shop/cakes/detail/cake-reviews.tsx'
import { reviewableItems, reviewsPart, starWords } from '#shop/orders/reviews/review.ts'
import type { Review } from '#shop/orders/reviews/reviews.store.server.ts'
import type { WriteReview } from '#shop/orders/reviews/write-review.server.ts'
import type { ShownItem, ShownOrder } from '#shop/orders/shown-order.ts'
import { picturePath } from '#shop/pictures/picture-sizes.ts'
import { sendCakePicture } from '#shop/pictures/send-picture.ts'
import { Write } from '#shop/storefront/inbox/conversation.tsx'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/forms/choices.tsx'
import { UserText } from '#ui/user-text.tsx'

interface OwnReviewsProps {
  order: ShownOrder
  token: string
  reviews: readonly Review[]
}

/** What the customer says of each cake that has arrived. */
export function OwnReviews({ order, token, reviews }: OwnReviewsProps) {
  const part = reviewsPart(order.number)
  const items = reviewableItems(order)
  if (items.length === 0) return null
  return (
    <section id={part} aria-labelledby={`${part}-title`} className="grid gap-2">
      <h3 id={`${part}-title`} className="text-lg">
        How was it?
      </h3>
      {items.map((item) => {
        const review = reviews.find(({ itemId }) => itemId === item.id)
        return (
          // What was typed belongs to what was said before.
          <OwnReview
            key={`${item.id} ${review?.writtenAt.getTime()}`}
            {...{ item, token, review }}
          />
        )
      })}
    </section>
  )
}

const stateTexts = {
  waiting: 'We read it, and then others see it.',
  shown: 'Others see it on the cake’s page.',
  hidden: 'We don’t show it to others. Why:',
} as const

const starNames = ['5', '4', '3', '2', '1'] as const
const starLabels = Object.fromEntries(
  starNames.map((name) => [name, `${'★'.repeat(Number(name))} ${starWords[Number(name) - 1]}`]),
) as Record<(typeof starNames)[number], string>

interface OwnReviewProps {
  item: ShownItem
  token: string
  review: Review | undefined
}

function OwnReview({ item, token, review }: OwnReviewProps) {
  const [search] = useSearchParams()
  /** What was pressed in the mail, unless there is a review by now. */
  const pressed = review || search.get('item') !== item.id ? null : search.get('stars')
  const given = String(review?.stars ?? pressed)
  const [stars, setStars] = useState(starNames.find((name) => name === given) ?? null)
  const image = useRef(review?.pictureId ? picturePath(review.pictureId, 640, 'webp') : null)
  const { busy, run } = useReloadingAction()
  const write = (said: { stars: number; words: string; image: string | null } | null) =>
    call<WriteReview>('POST /orders/review', { body: { token, item: item.id, review: said } })
  return (
    <div className="grid gap-2 text-sm">
      {review && (
        <>
          <ReviewText review={{ ...review, picture: review.pictureId }} />
          <p>{stateTexts[review.state]}</p>
          <UserText lines translate="yes">
            {review.reason}
          </UserText>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Write
          title={`${review ? 'Change your review of' : 'Review'} ${item.name}`}
          hint="Optional. Others see it with your first name, area and the month, once we have read it."
          photoHint="Others see it too."
          former={review?.words}
          isAsked={pressed !== null}
          sendPhoto={async (photo) => {
            image.current = (await sendCakePicture(photo)).downloadURL
          }}
          send={(words) => write({ stars: Number(stars), words, image: image.current })}
        >
          <Choices
            legend="Your stars"
            choices={starNames}
            labels={starLabels}
            value={stars}
            onChange={setStars}
          />
        </Write>
        {review && (
          <Button
            variant="quiet"
            size="small"
            busy={busy}
            onClick={() => void run(() => write(null))}
          >
            Take it away<span className="sr-only">{`: ${item.name}`}</span>
          </Button>
        )}
      </div>
    </div>
  )
}

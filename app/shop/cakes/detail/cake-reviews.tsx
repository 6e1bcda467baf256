import { picturePath } from '#shop/pictures/picture-sizes.ts'
import { textLink } from '#ui/button.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { Cake, Rating } from '../cake.schema.ts'
import { StarRating } from '../cake-card.tsx'

type Said = Rating['newest'][number]

const shownAtFirst = 3

/** What those who got a cake say of it, and what comes with a sample. */
export function CakeReviews({ cake: { rating, reviews } }: { cake: Cake }) {
  const newest = rating?.newest ?? []
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="mt-14">
      <h2 id="reviews-title" className="text-2xl">
        What customers say
      </h2>
      {rating && (
        <p className="mt-1 text-cocoa-soft">
          {`${rating.average.toFixed(1)} of 5 stars, from ${rating.count === 1 ? '1 customer' : `${rating.count} customers`} who got it`}
        </p>
      )}
      <ReviewList reviews={newest.slice(0, shownAtFirst)} />
      {newest.length > shownAtFirst && (
        <details className="mt-4">
          <summary className={textLink}>{`Show ${newest.length - shownAtFirst} more`}</summary>
          <ReviewList reviews={newest.slice(shownAtFirst)} />
        </details>
      )}
      {reviews.length > 0 && (
        <ul className={listLook}>
          {reviews.map((review) => (
            <li key={review} className="card p-6">
              <p className="text-sm text-cocoa-soft">Sample review</p>
              <blockquote className="mt-2">{review}</blockquote>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const listLook = 'mt-5 grid items-start gap-4 md:grid-cols-2 lg:grid-cols-3'

function ReviewList({ reviews }: { reviews: readonly Said[] }) {
  if (reviews.length === 0) return null
  return (
    <ul className={listLook}>
      {reviews.map((review, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same, and none moves
        <li key={place} className="card grid gap-2 p-6">
          <ReviewText review={review} />
        </li>
      ))}
    </ul>
  )
}

/** One review, as everybody reads it. */
export function ReviewText({ review }: { review: Said }) {
  const { stars, words, picture, by, about, answer } = review
  return (
    <>
      <StarRating stars={stars} />
      {words && (
        <blockquote>
          <UserText lines translate="yes">
            {words}
          </UserText>
        </blockquote>
      )}
      {picture && (
        <img
          src={picturePath(picture, 640, 'webp')}
          alt="Sent with the review"
          loading="lazy"
          className="aspect-square w-full max-w-64 rounded-field object-cover"
        />
      )}
      <p className="text-sm text-cocoa-soft">
        <UserText>{by}</UserText>
        <span>{`. ${about}`}</span>
      </p>
      {answer && (
        <div className="rounded-field bg-blush px-4 py-3 text-sm">
          <p className="font-semibold">The shop’s answer</p>
          <UserText lines translate="yes">
            {answer}
          </UserText>
        </div>
      )}
    </>
  )
}

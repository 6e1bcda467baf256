import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { ReviewText } from '#shop/cakes/detail/cake-reviews.tsx'
import { pictureTypes } from '#shop/pictures/picture-file.ts'
import { picturePath } from '#shop/pictures/picture-sizes.ts'
import { sendCakePicture } from '#shop/pictures/send-picture.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { useFocusOnError } from '#ui/forms/use-focus-on-error.ts'
import { NeedsScript } from '#ui/hydration.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { ShownItem, ShownOrder } from '../shown-order.ts'
import { maxReviewLetters, reviewableItems, reviewsPart, starWords } from './review.ts'
import type { Review } from './reviews.store.server.ts'
import type { WriteReview } from './write-review.server.ts'

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
    <section id={part} aria-labelledby={`${part}-title`} className="grid gap-4">
      <h3 id={`${part}-title`} className="text-lg">
        How was it?
      </h3>
      {items.map((item) => {
        const review = reviews.find(({ itemId }) => itemId === item.id)
        return <OwnReview key={item.id} {...{ item, token, review }} />
      })}
      <NeedsScript>To review a cake you need JavaScript.</NeedsScript>
    </section>
  )
}

interface OwnReviewProps {
  item: ShownItem
  token: string
  review: Review | undefined
}

function OwnReview({ item, token, review }: OwnReviewProps) {
  const [search] = useSearchParams()
  const asked = search.get('item') === item.id ? Number(search.get('stars')) : 0
  /** The stars that were pressed in the mail; 0 if none were. */
  const pressed = starWords[asked - 1] ? asked : 0
  const [isOpen, setIsOpen] = useState(false)
  const { busy, run } = useReloadingAction()
  const write: Write = (given) =>
    call<WriteReview>('POST /orders/review', { body: { token, item: item.id, review: given } })
  if (isOpen || !review) {
    const onDone = () => setIsOpen(false)
    return <ReviewForm {...{ item, review, pressed, write, onDone }} />
  }
  return (
    <div className="grid gap-2 rounded-field bg-cream p-4 text-sm">
      <p className="font-semibold">
        <UserText>{item.name}</UserText>
      </p>
      <ReviewText review={{ ...review, picture: review.pictureId }} />
      <p>{stateTexts[review.state]}</p>
      {review.reason && (
        <UserText lines translate="yes">
          {review.reason}
        </UserText>
      )}
      <div className="-ml-4 flex flex-wrap noscript:hidden">
        <Button variant="quiet" size="small" onClick={() => setIsOpen(true)}>
          Change it<span className="sr-only">{`: ${item.name}`}</span>
        </Button>
        <Button
          variant="quiet"
          size="small"
          busy={busy}
          onClick={() => void run(() => write(null))}
        >
          Take it away<span className="sr-only">{`: ${item.name}`}</span>
        </Button>
      </div>
    </div>
  )
}

const stateTexts = {
  waiting: 'We read it, and then others see it.',
  shown: 'Others see it on the cake’s page.',
  hidden: 'We don’t show it to others. Why:',
} as const

type Write = (
  review: { stars: number; words: string; image: string | null } | null,
) => Promise<{ message: string }>

interface ReviewFormProps {
  item: ShownItem
  review: Review | undefined
  pressed: number
  write: Write
  onDone: () => void
}

function ReviewForm({ item, review, pressed, write, onDone }: ReviewFormProps) {
  const [stars, setStars] = useState(review?.stars ?? pressed)
  const [words, setWords] = useState(review?.words ?? '')
  const [photo, setPhoto] = useState<File>()
  const [errors, setErrors] = useState<{ photo?: string; words?: string }>({})
  const fields = useFocusOnError<HTMLFormElement>(errors)
  const { busy, run } = useReloadingAction()
  const former = review?.pictureId ? picturePath(review.pictureId, 640, 'webp') : null

  async function submit() {
    let wrong: keyof typeof errors = 'photo'
    const problem = await run(async () => {
      const image = photo ? (await sendCakePicture(photo)).downloadURL : former
      wrong = 'words'
      return write({ stars, words, image })
    })
    if (problem) setErrors({ [wrong]: problem.detail })
    else onDone()
  }

  return (
    <form
      ref={fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      className="grid gap-4 rounded-field bg-cream p-4 noscript:hidden"
    >
      <StarsField legend={item.name} name={item.id} value={stars} onChange={setStars} />
      {stars > 0 && (
        <>
          <TextAreaField
            label="Your words (optional)"
            rows={3}
            maxLetters={maxReviewLetters}
            value={words}
            error={errors.words}
            onChange={({ target }) => setWords(target.value)}
          />
          <TextField
            type="file"
            accept={pictureTypes}
            label={former ? 'Another photo (optional)' : 'A photo (optional)'}
            error={errors.photo}
            onChange={({ target }) => setPhoto(target.files?.[0])}
          />
          <p className="text-sm text-cocoa-soft">
            Everybody can see it with your first name, area and the month, once we have read it.
          </p>
          <Button type="submit" busy={busy} className="justify-self-start">
            Send review
          </Button>
        </>
      )}
    </form>
  )
}

interface StarsFieldProps {
  legend: string
  name: string
  /** 0 while none are chosen. */
  value: number
  onChange: (stars: number) => void
}

function StarsField({ legend, name, value, onChange }: StarsFieldProps) {
  return (
    <fieldset>
      <legend className="text-sm font-semibold">
        <UserText>{legend}</UserText>
      </legend>
      <div className="flex flex-wrap items-center">
        {starWords.map((word, index) => (
          <label
            key={word}
            className="grid size-11 cursor-pointer place-items-center rounded-field text-2xl has-focus-visible:outline-3 has-focus-visible:outline-berry"
          >
            <input
              type="radio"
              name={name}
              value={index + 1}
              checked={index + 1 === value}
              onChange={() => onChange(index + 1)}
              className="sr-only"
            />
            <span aria-hidden="true" className="text-berry">
              {index < value ? '★' : '☆'}
            </span>
            <span className="sr-only">{`${index + 1} of 5 stars: ${word}`}</span>
          </label>
        ))}
        <span aria-hidden="true" className="ml-2 text-sm">
          {starWords[value - 1]}
        </span>
      </div>
    </fieldset>
  )
}

import type { ReactNode } from 'react'
import type { WordsOf } from '#shop/words/words.ts'
import { cakeSliceIcon, Icon, truckIcon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { Cake, CakeSummary } from '../cake.schema.ts'
import { GoesWith } from '../cake-card.tsx'
import type { ChosenText } from '../chosen.ts'
import { LabelRows } from '../food/egg-mark.tsx'
import type { labelRows } from '../food/food-facts.ts'

const calendarCheckIcon =
  'M8 2v3M16 2v3M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2zM3 9h18M9 15l2 2 4-4'

const medalIcon =
  'M7.21 15 2.66 7.14a2 2 0 0 1 .13-2.2L4.4 2.8A2 2 0 0 1 6 2h12a2 2 0 0 1 1.6.8l1.6 2.14a2 2 0 0 1 .14 2.2L16.79 15M11 12 5.12 2.2M13 12l5.88-9.8M8 7h8M7 17a5 5 0 1 0 10 0a5 5 0 1 0-10 0M12 18v-2h-.5'

interface MoreOfCakeProps extends InItProps {
  goesWith: CakeSummary[]
  words: CakeWords
}

export function MoreOfCake({ goesWith, words, ...inIt }: MoreOfCakeProps) {
  const { cake } = inIt
  return (
    <>
      <div className="mt-12 grid gap-10 md:mt-16 md:grid-cols-2 md:grid-rows-[auto_1fr] lg:gap-x-14">
        <Part id="highlights" title="Highlights">
          <p className="mt-4 max-w-[65ch]">{cake.description}</p>
        </Part>
        <WhatIsInIt {...inIt} />
        <DeliveryInstructions text={words.instructions} />
      </div>
      {(cake.rating || cake.reviews.length > 0) && <Reviews cake={cake} />}
      <GoesWith cakes={goesWith} />
    </>
  )
}

interface PartProps {
  id: string
  title: string
  className?: string
  children: ReactNode
}

function Part({ id, title, className, children }: PartProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

// Of new cakes nobody has said anything.
const Reviews = lazyPart(async () => (await import('./cake-reviews.tsx')).CakeReviews)

// Few cakes have choices, and fewer change what is in them.
const ChosenLabel = lazyPart(
  async () => {
    const { factsOf, labelRows } = await import('../food/food-facts.ts')
    return ({ cake, chosen, fssai, className }: AsChosen & { className: string }) => (
      <LabelRows
        rows={labelRows(factsOf(cake, chosen), { weights: cake.weight, fssai })}
        className={className}
      />
    )
  },
  { isNeeded: true },
)

interface AsChosen {
  cake: Cake
  chosen: readonly ChosenText[]
  /** The shop's own licence. */
  fssai: string
}

interface InItProps extends AsChosen {
  /** The first options. */
  usual: readonly ChosenText[]
  /** Of the cake with the first options. */
  label: ReturnType<typeof labelRows>
}

function WhatIsInIt({ label, usual, ...asChosen }: InItProps) {
  const className = 'mt-4 max-w-[65ch] gap-y-2'
  const isUsual = asChosen.chosen.join() === usual.join()
  return (
    <Part id="in-it" title="What is in it" className="md:row-span-2">
      {isUsual ? (
        <LabelRows rows={label} className={className} />
      ) : (
        <ChosenLabel {...asChosen} className={className} />
      )}
    </Part>
  )
}

type CakeWords = WordsOf<'cake'>

const badgesOf = (words: CakeWords) => [
  { icon: truckIcon, text: words.fastBadge },
  { icon: cakeSliceIcon, text: words.freshBadge },
  { icon: medalIcon, text: words.goldenBadge },
  { icon: calendarCheckIcon, text: words.daysBadge },
]

/** Those that the owner has words for. */
export function Badges({ words }: { words: CakeWords }) {
  const badges = badgesOf(words).filter(({ text }) => text)
  if (badges.length === 0) return null
  return (
    <ul aria-label="What you can count on" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {badges.map(({ icon, text }) => (
        <li
          key={text}
          className="flex items-center gap-2 text-sm font-medium lg:flex-col lg:text-center"
        >
          <span className="grid size-11 shrink-0 place-items-center rounded-pill bg-blush text-berry">
            <Icon path={icon} size={20} />
          </span>
          {text}
        </li>
      ))}
    </ul>
  )
}

function DeliveryInstructions({ text }: { text: string }) {
  if (text === '') return null
  return (
    <Part id="delivery-instructions" title="Delivery instructions">
      <ul className="mt-4 grid gap-2.5">
        {text.split('\n').map((instruction) => (
          <li key={instruction} className="flex gap-3">
            <span aria-hidden="true" className="mt-2.5 size-1.5 shrink-0 rounded-pill bg-berry" />
            {instruction}
          </li>
        ))}
      </ul>
    </Part>
  )
}

import type { ComponentProps } from 'react'
import { Link, useNavigation, useViewTransitionState } from 'react-router'
import { useSession } from '#shop/accounts/session.ts'
import { CakePicture } from '#shop/pictures/cake-picture.tsx'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { prefetchOnIntent } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Spinner } from '#ui/loading.tsx'
import type { Cake, CakeSummary } from './cake.schema.ts'
import { categoryLabel, fromPriceText, priceUnit } from './cake-price.ts'
import type { CakeView } from './cake-search.ts'
import { eggMarkText } from './food/egg-mark.tsx'

interface CakeCardProps {
  cake: CakeSummary
  view?: CakeView
  /** Above the fold: its picture is fetched first. */
  priority?: boolean
}

/**
 * An item of a grid or a list of cakes; the whole card is one link. Headed by an h3. One without an id is not in the shop
 * yet.
 */
export function CakeCard({ cake, view = 'grid', priority = false }: CakeCardProps) {
  return (
    <li data-egg={cake.egg} className={`cake-card ${view === 'list' ? 'flex-row gap-0 pb-0' : ''}`}>
      {view === 'grid' ? (
        <GridCard cake={cake} priority={priority} />
      ) : (
        <ListCard cake={cake} priority={priority} />
      )}
      {cake.id && <CardTool cake={cake} />}
    </li>
  )
}

function GridCard({ cake, priority }: CakeCardProps) {
  return (
    <>
      <CardPicture
        cake={cake}
        priority={priority}
        sizes="(min-width: 1200px) 17rem, (min-width: 768px) 32vw, 46vw"
      />
      <CardName cake={cake} />
      <p>{categoryLabel(cake.category)}</p>
      <CakeRating cake={cake} />
      <CardPrice cake={cake} />
    </>
  )
}

function ListCard({ cake, priority }: CakeCardProps) {
  return (
    <>
      <CardPicture
        cake={cake}
        priority={priority}
        sizes="(min-width: 768px) 14rem, 36vw"
        className="mb-0 aspect-auto w-[36%] max-w-56 origin-right"
      />
      <div className="grid content-center gap-1.5 p-4 md:gap-2 md:p-6">
        <CardName cake={cake} />
        <div className="flex flex-wrap items-center gap-x-3">
          <p>{categoryLabel(cake.category)}</p>
          <CakeRating cake={cake} />
        </div>
        <p className="line-clamp-2 max-w-[65ch] text-sm max-sm:hidden">{cake.description}</p>
        <CardPrice cake={cake} />
        <Link
          to={cakePath(cake)}
          className="relative z-10 inline-flex min-h-11 items-center justify-self-start font-semibold text-berry underline-offset-4 hover:underline"
        >
          Read More<span className="sr-only">{` about ${cake.name}`}</span>
        </Link>
      </div>
    </>
  )
}

interface CardPictureProps {
  cake: CakeSummary
  priority?: boolean
  sizes: string
  className?: string
}

/** It says what the mark on it says: see `cakes.css`. */
function CardPicture({ cake, priority, sizes, className }: CardPictureProps) {
  const [picture] = cake.pictures
  const becomesPage = useViewTransitionState(cakePath(cake))
  const alt = eggMarkText(cake.egg)
  if (!picture) return <span role="img" aria-label={alt} className={className} />
  return (
    <CakePicture
      picture={picture}
      sizes={sizes}
      priority={priority}
      alt={alt}
      className={className}
      style={becomesPage ? cakeTransition(cake) : undefined}
    />
  )
}

const cakePath = ({ id }: CakeSummary) => `/singleproduct/${id}` as const

function CardName({ cake }: { cake: CakeSummary }) {
  return (
    <h3>
      <Link to={cakePath(cake)} prefetch={prefetchOnIntent} viewTransition>
        {cake.name}
      </Link>
    </h3>
  )
}

/** Keyed by its note: a text that changes beside an element is lost on a translated page. */
function CardPrice({ cake }: { cake: CakeSummary }) {
  const note = [priceUnit(cake.category), fromPriceText(cake)].filter(Boolean).join('\n')
  return (
    <>
      <p key={note} className="price">
        <b>{formatInr(toPaise(cake.price))}</b>
        {` ${note}`}
      </p>
      {cake.availability && <p className="font-semibold text-chilli">{cake.availability.text}</p>}
    </>
  )
}

/** The style by which a cake's picture on a card grows into that of its page, and back, where the browser can. */
export function cakeTransition({ id }: Pick<Cake, 'id'>) {
  return { viewTransitionName: `cake-${id}` }
}

/** Shows that the page of a cake is loading, while the visitor still sees the previous one. */
export function LoadingCake() {
  const { location } = useNavigation()
  const loading = location?.pathname.startsWith('/singleproduct/')
  return (
    <p
      role="status"
      className="fixed inset-x-0 top-20 z-40 mx-auto flex w-fit animate-arrive items-center gap-2 rounded-pill bg-paper px-5 py-2.5 text-sm font-semibold shadow-lift empty:hidden"
    >
      {loading && (
        <>
          <Spinner />
          <span>Loading…</span>
        </>
      )}
    </p>
  )
}

/** A price in the display face, and after it a note such as 'per kg'; in a row that aligns their baselines. */
export function Price({ text, note }: { text: string; note?: string }) {
  return (
    <>
      <span className="font-display text-[1.15em] font-semibold tabular-nums">{text}</span>
      {note && <span className="text-xs text-cocoa-soft">{note}</span>}
    </>
  )
}

/** An earlier price: struck through, and named so for screen readers. */
export function StruckPrice({ text, className = '' }: { text: string; className?: string }) {
  return (
    <s className={`text-cocoa-soft tabular-nums ${className}`}>
      <span className="sr-only">Earlier price </span>
      <span>{text}</span>
    </s>
  )
}

interface CakeRatingProps {
  cake: Pick<CakeSummary, 'rating' | 'stars'>
  className?: string
}

/** The stars of a cake, and of those that customers gave their average and number: '4.8 (12)'. */
export function CakeRating({ cake: { rating, stars }, className }: CakeRatingProps) {
  if (!rating) return <StarRating stars={stars} className={className} />
  return (
    <p>
      <StarRating stars={rating.average} className={className} />
      <span>{` ${rating.average.toFixed(1)} (${rating.count})`}</span>
    </p>
  )
}

interface StarRatingProps {
  /** 0 to 5, shown to the nearest half; 0 if nobody has rated it. */
  stars: number
  className?: string
}

/** Five stars, full, half or empty, and the number for those who do not see them; nothing where nobody rated. */
export function StarRating({ stars, className = '' }: StarRatingProps) {
  if (stars === 0) return null
  const shown = Math.min(5, Math.max(0, Math.round(stars * 2) / 2))
  return (
    <span
      role="img"
      aria-label={`Rated ${shown} out of 5 stars`}
      data-filled={shown}
      className={`stars ${className}`}
    />
  )
}

// Customers do not fetch what only the baker can use.
const DeleteCake = lazyPart(async () => (await import('./admin/list/cake-actions.tsx')).DeleteCake)
const CakeTools = lazyPart(async () => (await import('./admin/list/cake-actions.tsx')).CakeTools)

interface ToolProps {
  cake: Pick<Cake, 'id' | 'name'>
}

const useIsStaff = () => (useSession()?.role ?? 'customer') !== 'customer'

/**
 * The tools of who may edit cakes, on the page of one; nothing for anyone else. Public pages are the same for everybody, so
 * they appear after hydration.
 */
export const PageTool = ({ cake }: ToolProps) => useIsStaff() && <CakeTools cake={cake} />

const CardTool = ({ cake }: ToolProps) =>
  useIsStaff() && <DeleteCake cake={cake} look="icon" className="absolute top-1.5 right-1.5 z-10" />

/** Cards in columns. */
export function CakeCards({
  cakes,
  ...list
}: { cakes: readonly CakeSummary[] } & ComponentProps<'ul'>) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4" {...list}>
      {cakes.map((cake) => (
        <CakeCard key={cake.id} cake={cake} />
      ))}
    </ul>
  )
}

/** Other cakes, below what a page is about. */
export function GoesWith({ cakes }: { cakes: CakeSummary[] }) {
  if (cakes.length === 0) return null
  return (
    <section aria-labelledby="goes-with" className="mt-14 grid gap-5">
      <h2 id="goes-with" className="text-2xl">
        You may also like
      </h2>
      <CakeCards cakes={cakes} />
    </section>
  )
}

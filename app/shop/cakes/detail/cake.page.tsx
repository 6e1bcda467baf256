import { useEffect, useState } from 'react'
import { data, Link, useLocation, useNavigate } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { AddToCartBar, AddToCartPanel, useChoice } from '#shop/cart/add-to-cart.tsx'
import { useHasZones } from '#shop/delivery/deliver-to/delivery-address.ts'
import { preloadPicture } from '#shop/pictures/cake-picture.tsx'
import { picturePath } from '#shop/pictures/picture-sizes.ts'
import { privateMeta, shopOf, useShop } from '#shop/storefront/frame/shown-shop.ts'
import { pageMeta } from '#shop/storefront/page-meta.ts'
import { formatInr, type Paise, toPaise, toRupees } from '#shop/values/money.ts'
import { currentWords } from '#shop/words/words.store.server.ts'
import type { WordsOf } from '#shop/words/words.ts'
import { arrowLeftIcon, Icon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { shopWordOf } from '../availability.ts'
import { type Cake, type CakeSummary, toCakeSummary } from '../cake.schema.ts'
import {
  CakeRating,
  cakeTransition,
  GoesWith,
  LoadingCake,
  PageTool,
  Price,
  StruckPrice,
} from '../cake-card.tsx'
import {
  categoryLabel,
  fromPrice,
  fromPriceText,
  isExtra,
  priceUnit,
  struckPrice,
} from '../cake-price.ts'
import { choicesOf, firstOptions } from '../choices.ts'
import { eggOf } from '../chosen.ts'
import { EggMark } from '../food/egg-mark.tsx'
import { factsOf, labelRows } from '../food/food-facts.ts'
import { Icing } from '../icing/icing.tsx'
import { listInvited, listRelated } from '../search-cakes.server.ts'
import type { Route } from './+types/cake.page.ts'
import { Gallery, galleryPictureSizes } from './gallery.tsx'
import { Badges, MoreOfCake } from './more-of-cake.tsx'

/**
 * A cake in schema.org's words, for search engines. Its rating is that of those who got it, never what the shop typed.
 *
 * @param site the shop's address without a slash at its end
 */
export function cakeJsonLd(cake: Cake, site: string) {
  const url = `${site}/singleproduct/${cake.id}`
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: cake.name,
    description: cake.description,
    category: categoryLabel(cake.category),
    sku: cake.id,
    url,
    image: cake.image.map((path) => site + path),
    offers: {
      '@type': 'Offer',
      url,
      price: toRupees(fromPrice(cake).paise),
      priceCurrency: 'INR',
      availability: `https://schema.org/${schemaWords[shopWordOf(cake)]}`,
      availabilityStarts: cake.availability?.nextDay ?? undefined,
    },
    ...(cake.rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: cake.rating.average,
        ratingCount: cake.rating.count,
      },
    }),
  }
}

const schemaWords = { in_stock: 'InStock', preorder: 'PreOrder', out_of_stock: 'SoldOut' } as const

export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const index = app.publishedCakes.current()
  const cake = index.byId.get(params.id)
  if (!cake || isExtra(cake.category))
    return data({ cake: undefined, goesWith: listInvited(index) }, { status: 404 })
  const goesWith = listRelated(index, cake)
  return {
    cake,
    choices: choicesOf(cake),
    fssai: app.shop.fssai,
    usual: firstOptions(cake),
    label: labelRows(factsOf(cake, firstOptions(cake)), {
      weights: cake.weight,
      fssai: app.shop.fssai,
    }),
    goesWith: goesWith.map((related) => toCakeSummary(related)),
    words: promisesOf(cake, currentWords(app, 'cake'), app.shop.isSample),
    computedStruckPrice: app.shop.computedStruckPrice,
  }
}

/** A cake that takes a day or more is not said to come fast, but in the sample, whose words are fixed. */
export function promisesOf(
  { leadHours }: Pick<Cake, 'leadHours'>,
  words: WordsOf<'cake'>,
  isSample: boolean,
): WordsOf<'cake'> {
  return leadHours < 24 || isSample ? words : { ...words, fastBadge: '' }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const cake = loaderData?.cake
  if (!cake) return privateMeta(matches, 'Cake not on sale')
  const price = `${formatInr(toPaise(cake.price))} ${priceUnit(cake.category)}`
  const [picture] = cake.pictures
  return [
    ...pageMeta(matches, {
      title: cake.name,
      description:
        `${[price, fromPriceText(cake)].filter(Boolean).join(', ')}. ${cake.description}`.slice(
          0,
          160,
        ),
      path: `/singleproduct/${cake.id}`,
      picture: picture && picturePath(picture.id, 960, 'webp'),
      type: 'product',
    }),
    { property: 'product:price:amount', content: String(toRupees(fromPrice(cake).paise)) },
    { property: 'product:price:currency', content: 'INR' },
    { property: 'product:availability', content: shopWordOf(cake) },
    { 'script:ld+json': cakeJsonLd(cake, shopOf(matches)?.publicUrl ?? '') },
  ]
}

export default function CakePage({ loaderData }: Route.ComponentProps) {
  const { cake } = loaderData
  if (!cake) return <NotOnSale cakes={loaderData.goesWith} />
  const [picture] = cake.pictures
  if (picture) preloadPicture(picture, galleryPictureSizes)
  // A choice belongs to one cake.
  return <CakeDetail key={cake.id} {...loaderData} />
}

function NotOnSale({ cakes }: { cakes: CakeSummary[] }) {
  return (
    <div className="shell pt-10 md:pt-16">
      <h1 className="text-3xl">This cake isn’t on sale now.</h1>
      <p className="mt-3 text-lg text-cocoa-soft">
        Try one of these, or{' '}
        <Link to="/customizecake" className="underline underline-offset-3 hover:text-berry">
          have it made
        </Link>
        .
      </p>
      <GoesWith cakes={cakes} />
      <LoadingCake />
    </div>
  )
}

type CakeDetailProps = Extract<Route.ComponentProps['loaderData'], { words: object }>

function CakeDetail({ cake, choices, ...loaded }: CakeDetailProps) {
  const { words, computedStruckPrice } = loaded
  const choice = useChoice(cake, loaded.usual)
  const hasZones = useHasZones()
  const hasExtras = useShop()?.hasExtras
  return (
    <>
      <div className="shell pt-2 pb-12 md:pt-3">
        <GoBack />
        <div className="name-stays-seen mt-1 flex flex-col gap-x-10 gap-y-6 md:grid md:grid-cols-2 lg:gap-x-14">
          <div className="md:sticky md:top-24 md:self-start">
            <Gallery pictures={cake.pictures} name={cake.name} frameStyle={cakeTransition(cake)}>
              <Icing name={choice.choice.bname} />
            </Gallery>
          </div>
          <div className="grid content-start gap-5">
            <CakeHeading
              cake={{ ...cake, egg: eggOf(cake, choice.choice.chosen) }}
              available={words.available}
            />
            <div className="grid gap-1">
              <p className="flex flex-wrap items-baseline gap-x-2 text-3xl text-berry">
                <Price text={formatInr(choice.total)} note={`for ${choice.what}`} />
              </p>
              <DealPrice cake={cake} deal={words.deal} computedStruckPrice={computedStruckPrice} />
            </div>
            {hasZones && <DeliverToLine cake={cake} choice={choice.choice} />}
            <div className="card p-5 md:p-6">
              <AddToCartPanel cake={cake} choices={choices} {...choice} />
            </div>
            {hasExtras && <BoxExtras />}
            <Badges words={words} />
          </div>
        </div>
        <MoreOfCake {...loaded} cake={cake} chosen={choice.choice.chosen} />
      </div>
      <AddToCartBar {...choice} />
      <LoadingCake />
    </>
  )
}

// Only a shop with extras loads it.
const BoxExtras = lazyPart(async () =>
  (await import('#shop/cart/load-cart-parts.ts')).loadBoxExtras(),
)

const DeliverTo = lazyPart(async () =>
  (await import('#shop/delivery/deliver-to/load-zone-parts.ts')).loadDeliverTo(),
)

function DeliverToLine({ cake, choice: { wt } }: { cake: Cake; choice: { wt: string } }) {
  return (
    <div className="min-h-11 rounded-field bg-blush px-4">
      <DeliverTo lines={[{ cakeid: cake.id, wt, amount: 1, customize: false }]} />
    </div>
  )
}

/** Goes back in the history, or to the catalogue if the visitor came from elsewhere or has no script. */
function GoBack() {
  const navigate = useNavigate()
  const cameFromHere = useLocation().key !== 'default'
  return (
    <Link
      to="/products"
      onClick={(event) => {
        if (!cameFromHere) return
        event.preventDefault()
        void navigate(-1)
      }}
      className="-ml-2 inline-flex min-h-11 items-center gap-1.5 rounded-pill px-2 text-sm font-semibold transition hover:text-berry"
    >
      <Icon path={arrowLeftIcon} size={18} />
      Go Back
    </Link>
  )
}

function CakeHeading({ cake, available }: { cake: Cake; available: string }) {
  const { length: count } = cake.rating?.newest ?? cake.reviews
  return (
    <div className="grid gap-2">
      <h1 className="text-3xl">{cake.name}</h1>
      <p className="text-cocoa-soft">{`${categoryLabel(cake.category)} Cake`}</p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
        <div className="flex items-center gap-2">
          <CakeRating cake={cake} className="text-lg" />
          {count > 0 && (
            <a
              href="#reviews"
              className="relative -my-3 py-3 underline underline-offset-3 hover:text-berry"
            >
              {`${count} ${cake.rating ? '' : 'sample '}${count === 1 ? 'review' : 'reviews'}`}
            </a>
          )}
        </div>
        <span className="flex items-center gap-2">
          <EggMark egg={cake.egg} />
          <span aria-hidden="true">{cake.egg}</span>
        </span>
        <span>
          Available:{' '}
          <strong
            className={`font-semibold ${cake.availability ? 'text-chilli' : 'text-pistachio'}`}
          >
            {cake.availability?.text ?? available}
          </strong>
        </span>
      </div>
      <PageTool cake={cake} />
    </div>
  )
}

interface DealPriceProps {
  cake: Pick<Cake, 'price' | 'earlierPrice' | 'category' | 'weight'>
  /** Beside the price; '' for nothing. */
  deal: string
  computedStruckPrice: boolean
}

function DealPrice({ cake, deal, computedStruckPrice }: DealPriceProps) {
  const real = toPaise(cake.price)
  const computed = useComputedStruckPrice(real, computedStruckPrice && cake.earlierPrice === null)
  const struck = cake.earlierPrice === null ? computed : toPaise(cake.earlierPrice)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {deal && (
        <span className="rounded-chip bg-blush px-2.5 py-1 font-semibold text-berry-deep">
          {deal}
        </span>
      )}
      <span className="flex flex-wrap items-baseline gap-x-1.5">
        <Price text={formatInr(real)} note={priceUnit(cake.category)} />
      </span>
      {struck === null ? (
        <SpaceForStruckPrice like={formatInr(real)} />
      ) : (
        <StruckPrice text={formatInr(struck)} />
      )}
    </p>
  )
}

/** So that nothing moves when the browser fills it in. */
function SpaceForStruckPrice({ like }: { like: string }) {
  return (
    <span aria-hidden="true" className="invisible tabular-nums">
      {like}
    </span>
  )
}

/** Drawn in the browser once for each view of the page, because the page itself is the same for everybody. */
function useComputedStruckPrice(real: Paise, isEnabled: boolean): Paise | null {
  const [struck, setStruck] = useState<Paise | null>(null)
  useEffect(() => {
    setStruck(isEnabled ? struckPrice(real, Math.random) : null)
  }, [real, isEnabled])
  return struck
}

import type { ReactNode } from 'react'
import type { Egg } from '#shop/cakes/cake.schema.ts'
import { flavourLabel } from '#shop/cakes/cake-price.ts'
import { type ChosenText, factsBesideEgg } from '#shop/cakes/chosen.ts'
import { EggText } from '#shop/cakes/food/egg-mark.tsx'
import { formatRs, type Paise } from '#shop/values/money.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { UserText } from '#ui/user-text.tsx'
import { ItemPicture } from './item-picture.tsx'

interface ShownItem extends CakeFacts {
  name: string
  customize: boolean
  image: readonly string[]
}

interface ItemRowProps {
  item: ShownItem
  /** For the whole line; null until there is a price. */
  price: Paise | null
  isPriceToFollow?: boolean
  badge?: ReactNode
  children?: ReactNode
}

export function ItemRow({ item, price, isPriceToFollow, badge, children }: ItemRowProps) {
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <ItemPicture image={item.image} bname={item.bname} />
      <div className="grid min-w-0 content-start gap-1.5 sm:grid-cols-[1fr_auto] sm:gap-x-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-text text-base font-semibold tracking-normal wrap-anywhere">
            <UserText>{item.name}</UserText>
          </h3>
          {badge}
        </div>
        <ItemFacts item={item} className="flex flex-wrap gap-x-4 gap-y-0.5 sm:col-start-1" />
        <ItemPrice {...{ item, price, isPriceToFollow }} />
      </div>
      {children && (
        <div className="col-span-2 min-w-0 sm:col-span-1 sm:col-start-2">{children}</div>
      )}
    </li>
  )
}

type ItemPriceProps = Pick<ItemRowProps, 'item' | 'price' | 'isPriceToFollow'>

function ItemPrice({ item, price, isPriceToFollow }: ItemPriceProps) {
  return (
    <p className="text-sm sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:text-right">
      <span className="sr-only">Price: </span>
      {price !== null && (
        <span className="block text-base font-semibold tabular-nums">{formatRs(price)}</span>
      )}
      {price !== null && item.amount > 1 && (
        <span className="text-cocoa-soft tabular-nums">{`${formatRs(price / item.amount)} each`}</span>
      )}
      {isPriceToFollow && <span className="block text-cocoa-soft">Price to follow</span>}
    </p>
  )
}

interface CakeFacts {
  category?: string
  flavour: string
  /** kg */
  wt: string
  /** Null if unknown. */
  egg: Egg | null
  /** Left out of a customised cake. */
  chosen?: readonly ChosenText[]
  amount: number
  bname: string
  detail: string
}

export function ItemFacts({ item, className }: { item: CakeFacts; className: string }) {
  const facts = [
    [flavourLabel(item.category), item.flavour],
    ['Weight', formatWeight(item.wt)],
    ...factsBesideEgg(item.chosen ?? []),
    ['Name on cake', item.bname],
    ['Details', item.detail],
    ['Quantity', String(item.amount)],
  ] as const
  return (
    <dl className={`text-sm ${className}`}>
      {item.egg && (
        <div>
          <dt className="sr-only">Egg or eggless: </dt>
          <dd>
            <EggText egg={item.egg} />
          </dd>
        </div>
      )}
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="min-w-0">
              <dt className="inline text-cocoa-soft">{`${name}: `}</dt>
              <dd className="inline">
                <UserText lines>{value}</UserText>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

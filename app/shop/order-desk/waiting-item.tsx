import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { EggMark } from '#shop/cakes/egg-mark.tsx'
import { ItemPicture } from '#shop/orders/item-picture.tsx'
import type { OrderItem } from '#shop/orders/order.schema.ts'
import { formatRs, toPaise } from '#shop/values/money.ts'
import { ConfirmItem } from './confirm-item-button.tsx'
import { JudgeItem } from './judge-item.tsx'
import type { DecisionProps } from './use-decisions.ts'

/** An item on which the baker has still to decide, with the buttons to do it. */
export function WaitingItem({ item, order, decide }: DecisionProps) {
  return (
    <li data-item={item.id} className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4">
      <ItemPicture image={item.image} size="small" />
      <ItemFacts item={item} />
      <div className="flex justify-end gap-2 max-md:w-full max-md:*:flex-1 xl:w-48">
        {item.customize ? (
          <JudgeItem item={item} order={order} decide={decide} />
        ) : (
          <ConfirmItem item={item} order={order} decide={decide} />
        )}
      </div>
    </li>
  )
}

function ItemFacts({ item }: { item: OrderItem }) {
  const [design] = item.image
  return (
    <dl className="grid min-w-0 flex-1 grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-3 xl:grid-cols-[2.5fr_1.5fr_4rem_4.5rem_2fr_6rem]">
      <Fact name="Name" className="max-xl:col-span-full">
        <span className="flex items-center gap-2 font-semibold">
          {item.name}
          {item.egg && <EggMark egg={item.egg} className="size-4" />}
        </span>
        {item.cakeid && <Way to={`/singleproduct/${item.cakeid}`}>View cake</Way>}
        {item.customize && design && <Way to={design}>View design</Way>}
      </Fact>
      <Fact name="Flavour">{item.flavour}</Fact>
      <Fact name="Weight">{item.wt && `${item.wt} kg`}</Fact>
      <Fact name="Quantity">{item.amount}</Fact>
      <Fact name="Name on Cake">{item.bname}</Fact>
      <Fact name="Price">
        <Price item={item} />
      </Fact>
      {item.detail && (
        <Fact name="Details" className="col-span-full">
          {item.detail}
        </Fact>
      )}
    </dl>
  )
}

interface FactProps {
  name: string
  className?: string
  children: ReactNode
}

function Fact({ name, className = '', children }: FactProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-xs text-cocoa-soft">{name}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{children || '–'}</dd>
    </div>
  )
}

function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center text-xs font-semibold text-berry underline underline-offset-3"
    >
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  )
}

function Price({ item }: { item: OrderItem }) {
  if (item.customize) return <span className="text-cocoa-soft">To be set</span>
  return <span className="font-semibold tabular-nums">{formatRs(toPaise(item.subtotal))}</span>
}

import { useEffect, useState } from 'react'
import { formatInr, type Paise, toPaise } from '#shop/values/money.ts'
import { Price, StruckPrice } from '#ui/price.tsx'
import type { Cake } from '../cake.schema.ts'
import { fromPriceText, priceUnit, struckPrice } from '../cake-price.ts'

interface DealPriceProps {
  cake: Pick<Cake, 'price' | 'earlierPrice' | 'category' | 'weight'>
  /** Whether a struck-through price may be computed where there is no real earlier one. */
  computedStruckPrice: boolean
}

/** The price as the cake is sold, by weight or by piece, and what it is said to have been. */
export function DealPrice({ cake, computedStruckPrice }: DealPriceProps) {
  const real = toPaise(cake.price)
  const computed = useComputedStruckPrice(real, computedStruckPrice && cake.earlierPrice === null)
  const struck = cake.earlierPrice === null ? computed : toPaise(cake.earlierPrice)
  return (
    <p className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1">
      <span className="rounded-chip bg-blush px-2.5 py-1 text-sm font-semibold text-berry-deep">
        Deal of the Day
      </span>
      <span className="flex flex-wrap items-baseline gap-x-3 text-2xl">
        <Price text={formatInr(real)} note={priceUnit(cake.category)} className="text-berry" />
        {struck === null ? (
          <SpaceForStruckPrice like={formatInr(real)} />
        ) : (
          <StruckPrice text={formatInr(struck)} className="text-lg" />
        )}
      </span>
      <span className="w-full text-sm text-cocoa-soft empty:hidden">{fromPriceText(cake)}</span>
    </p>
  )
}

/** So that nothing moves when the browser fills it in. */
function SpaceForStruckPrice({ like }: { like: string }) {
  return (
    <span aria-hidden="true" className="invisible text-lg tabular-nums">
      {like}
    </span>
  )
}

/** Drawn in the browser once for each view of the page, because the page itself is the same for everybody. */
function useComputedStruckPrice(real: Paise, wanted: boolean): Paise | null {
  const [struck, setStruck] = useState<Paise | null>(null)
  useEffect(() => {
    setStruck(wanted ? struckPrice(real, Math.random) : null)
  }, [real, wanted])
  return struck
}

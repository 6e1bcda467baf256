import { useEffect, useId, useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import type { ReadAllCakes } from '#shop/cakes/read-cakes.server.ts'
import { smallestPicture } from '#shop/pictures/picture-sizes.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { noWeight } from '#shop/values/weight.ts'
import { Button } from '#ui/button.tsx'
import { inputLook } from '#ui/forms/field.tsx'
import { bagIcon, Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/loading.tsx'
import { toast } from '#ui/toast.tsx'
import { exceedsStockText } from './cart-line.ts'
import { addToCart, parseLines } from './cart-store.ts'

const maxShown = 4

/** Candles and the like, the cheapest first. A shop that does not answer offers none. */
export function BoxExtras() {
  const [extras, setExtras] = useState<readonly Cake[] | null>(null)
  const [isAll, setAll] = useState(false)
  const title = useId()
  useEffect(() => {
    call<ReadAllCakes>('GET /cakes/allcakes', { query: { only: 'extras' } }).then(setExtras, () =>
      setExtras([]),
    )
  }, [])
  if (!extras) return <Skeleton className="h-44 rounded-card" />
  if (extras.length === 0) return null
  return (
    <section aria-labelledby={title} className="card px-5 py-4 md:px-6 noscript:hidden">
      <h2 id={title} className="text-lg">
        Add to the box
      </h2>
      <ul className="divide-y divide-line">
        {extras.slice(0, isAll ? undefined : maxShown).map((extra) => (
          <Extra key={extra.id} extra={extra} />
        ))}
      </ul>
      {!isAll && extras.length > maxShown && (
        <Button variant="quiet" size="small" onClick={() => setAll(true)}>
          {`${extras.length - maxShown} more`}
        </Button>
      )}
    </section>
  )
}

function Extra({ extra }: { extra: Cake }) {
  const { id, name, price, image, description, flavours, stock } = extra
  const [flavour, setFlavour] = useState(flavours[0] ?? '')

  function add() {
    const [line] = parseLines([{ ...extra, egg: null, cakeid: id, flavour, wt: noWeight }])
    if (!line) return
    if (addToCart(line).capped) toast.info(exceedsStockText(stock))
    else toast.success(`${name} is in your cart`)
  }

  return (
    <li className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-2 py-3">
      <span className="grid size-14 place-items-center overflow-hidden rounded-field bg-blush text-berry">
        {image[0] ? (
          <img
            src={smallestPicture(image[0])}
            alt=""
            width={320}
            height={320}
            loading="lazy"
            className="size-full object-cover"
          />
        ) : (
          <Icon path={bagIcon} size={22} />
        )}
      </span>
      <p className="min-w-0 text-sm wrap-anywhere">
        <span className="block text-base font-semibold">{name}</span>
        <span className="tabular-nums">{formatInr(toPaise(price))}</span>
        <span className="line-clamp-2 text-cocoa-soft empty:hidden">{description}</span>
      </p>
      <Button variant="secondary" size="small" onClick={add}>
        Add<span className="sr-only">{` ${name}`}</span>
      </Button>
      {flavours.length > 1 && (
        <select
          aria-label={`Which ${name}`}
          className={`select ${inputLook} col-span-2 col-start-2 pr-11`}
          value={flavour}
          onChange={({ target }) => setFlavour(target.value)}
        >
          {flavours.map((kind) => (
            <option key={kind} value={kind}>
              {kind}
            </option>
          ))}
        </select>
      )}
    </li>
  )
}

import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { flavourLabel, isExtra, linePrice, unitPrice } from '#shop/cakes/cake-price.ts'
import { factsBesideEgg } from '#shop/cakes/chosen.ts'
import { EggText } from '#shop/cakes/food/egg-mark.tsx'
import { Icing } from '#shop/cakes/icing/icing.tsx'
import { smallestPicture } from '#shop/pictures/picture-sizes.ts'
import { formatInr } from '#shop/values/money.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { IconButton } from '#ui/button.tsx'
import { QuantityStepper } from '#ui/forms/quantity-stepper.tsx'
import { cakeSliceIcon, Icon, trashIcon } from '#ui/icon.tsx'
import { UserText } from '#ui/user-text.tsx'
import { type CartLine, exceedsStock, exceedsStockText } from './cart-line.ts'
import { changeAmount, useAddedLine } from './cart-store.ts'
import { storedDraft, toDraft } from './custom-draft.ts'

interface CartTableProps {
  lines: readonly CartLine[]
  onRemove: (line: CartLine) => void
}

export function CartTable({ lines, onRemove }: CartTableProps) {
  const added = useAddedLine()
  const over = exceedsStock(lines)
  return (
    <table className="block w-full md:table md:border-separate md:border-spacing-0">
      <caption className="sr-only">Items in your cart</caption>
      <thead className="max-md:sr-only">
        <tr className="text-left text-sm text-cocoa-soft *:border-b *:border-line *:px-3 *:pb-3 *:font-semibold">
          <th scope="col" className="md:pl-0">
            Item
          </th>
          <th scope="col">Price</th>
          <th scope="col">Quantity</th>
          <th scope="col">Subtotal</th>
          <th scope="col" className="text-center">
            Remove
          </th>
        </tr>
      </thead>
      <tbody className="grid gap-4 md:table-row-group">
        {lines.map((line) => (
          <CartRow
            key={line.id}
            line={line}
            isOver={over.includes(line)}
            justAdded={line.id === added && lines.length > 1}
            onRemove={() => onRemove(line)}
          />
        ))}
      </tbody>
    </table>
  )
}

const cell = 'block md:table-cell md:border-b md:border-line md:px-3 md:py-4 md:align-middle'

interface CartRowProps {
  line: CartLine
  /** There are more of this cake in the cart than can be ordered. */
  isOver: boolean
  /** Scrolled into view and highlighted for a moment. */
  justAdded: boolean
  onRemove: () => void
}

function CartRow({ line, isOver, justAdded, onRemove }: CartRowProps) {
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (justAdded) row.current?.scrollIntoView({ block: 'nearest' })
  }, [justAdded])
  const price = (paise: () => number) => (line.customize ? 'Cash On delivery' : formatInr(paise()))
  return (
    <tr
      ref={row}
      className={`relative grid scroll-my-6 grid-cols-[1fr_auto] items-center gap-x-4 gap-y-3 rounded-card bg-paper p-4 shadow-soft md:table-row md:rounded-none md:bg-transparent md:shadow-none ${justAdded ? 'transition-colors duration-3000 ease-in starting:bg-blush! motion-reduce:transition-none' : ''}`}
    >
      <td className={`${cell} col-span-2 md:pl-0`}>
        <LineItem line={line} />
      </td>
      <td className={`${cell} text-sm tabular-nums max-md:hidden`}>
        {price(() => unitPrice(line, line.wt))}
      </td>
      <td className={cell}>
        <QuantityStepper
          label={`Quantity of ${line.name}`}
          value={line.amount}
          onChange={(amount) => changeAmount(line.id, amount > line.amount ? 1 : -1)}
        />
        <OverStock line={line} isOver={isOver} />
      </td>
      <td className={`${cell} font-semibold tabular-nums max-md:text-right`}>
        <span>{price(() => linePrice(line, line.wt, line.amount))}</span>
        {!line.customize && line.amount > 1 && (
          <span className="block text-xs font-normal text-cocoa-soft md:hidden">
            {`${price(() => unitPrice(line, line.wt))} each`}
          </span>
        )}
      </td>
      <td className={`${cell} max-md:absolute max-md:top-1 max-md:right-1 md:text-center`}>
        <IconButton
          label={`Remove ${line.name}`}
          onClick={onRemove}
          className="text-cocoa-soft hover:text-chilli"
        >
          <Icon path={trashIcon} size={19} />
        </IconButton>
      </td>
    </tr>
  )
}

function LineItem({ line }: { line: CartLine }) {
  const [picture] = line.image
  return (
    <div className="flex gap-4 max-md:pr-10">
      <span className="relative grid size-20 shrink-0 place-items-center overflow-hidden rounded-field bg-blush text-berry lg:size-24">
        {picture ? (
          <img
            src={smallestPicture(picture)}
            alt=""
            width={320}
            height={320}
            loading="lazy"
            decoding="async"
            className="size-full object-cover"
          />
        ) : (
          <Icon path={cakeSliceIcon} size={24} className="stroke-[1.5]" />
        )}
        {picture && <Icing name={line.bname} />}
      </span>
      <div className="grid min-w-0 content-center gap-0.5">
        <LineName line={line} />
        <dl className="grid gap-0.5 text-sm text-cocoa-soft">
          {line.egg && (
            <div className="text-cocoa">
              <dt className="sr-only">Egg or eggless: </dt>
              <dd>
                <EggText egg={line.egg} />
              </dd>
            </div>
          )}
          <Fact name={flavourLabel(line.category)}>{line.flavour}</Fact>
          <Fact name="Weight">{formatWeight(line.wt)}</Fact>
          {factsBesideEgg(line.chosen).map(([choice, option]) => (
            <Fact key={choice} name={choice}>
              {option}
            </Fact>
          ))}
          <Fact name="Name on cake">{line.bname}</Fact>
          <Fact name="Details">{shortened(line.detail)}</Fact>
        </dl>
        {line.customize && <ChangeRequest line={line} />}
      </div>
    </div>
  )
}

function LineName({ line }: { line: CartLine }) {
  if (line.customize || isExtra(line.category)) return <p className="font-semibold">{line.name}</p>
  return (
    <Link
      to={`/singleproduct/${line.cakeid}`}
      className="relative -my-2.5 py-2.5 font-semibold underline-offset-4 hover:text-berry hover:underline"
    >
      {line.name}
    </Link>
  )
}

/** A custom cake is edited on the page where it was requested. */
function ChangeRequest({ line }: { line: CartLine }) {
  return (
    <Link
      to="/customizecake"
      aria-label={`Change ${line.name}`}
      onClick={() => storedDraft.save(toDraft(line))}
      className="inline-flex min-h-11 items-center justify-self-start text-sm font-semibold text-berry underline-offset-4 hover:underline"
    >
      Change
    </Link>
  )
}

const maxFactLength = 120

/** The beginning of the details; the order shows them whole. */
function shortened(text: string): string {
  const letters = [...text]
  return letters.length > maxFactLength
    ? `${letters.slice(0, maxFactLength).join('').trimEnd()} …`
    : text
}

function Fact({ name, children }: { name: string; children: string }) {
  if (!children) return null
  return (
    <div>
      <dt className="inline">{`${name}: `}</dt>
      <dd className="inline text-cocoa">
        <UserText>{children}</UserText>
      </dd>
    </div>
  )
}

function OverStock({ line, isOver }: { line: CartLine; isOver: boolean }) {
  return (
    <p role="status" className="mt-1.5 text-sm font-medium text-chilli empty:hidden">
      {isOver ? exceedsStockText(line.stock) : line.soldOut}
    </p>
  )
}

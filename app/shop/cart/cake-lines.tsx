import { useState } from 'react'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { flavourLabel, isExtra, linePrice } from '#shop/cakes/cake-price.ts'
import { choicesOf, firstOptions } from '#shop/cakes/choices.ts'
import { NameOnCakeField } from '#shop/cakes/icing/name-on-cake-field.tsx'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FieldOf } from '#ui/forms/plain-form.tsx'
import { Icon, trashIcon } from '#ui/icon.tsx'
import { type CartLine, exceedsStockText, piecesOf } from './cart-line.ts'

/** As the catalogue has it. */
export type SoldCake = Pick<
  Cake,
  'id' | 'name' | 'category' | 'egg' | 'price' | 'stock' | 'flavours' | 'weight' | 'choices'
>
export type Choice = Pick<CartLine, 'cakeid' | 'flavour' | 'wt' | 'amount' | 'bname'> &
  Partial<Pick<CartLine, 'chosen' | 'detail'>>
type Line = Choice & SoldCake & { customize: false }

/** The choices of cakes that are sold, at their prices of now. */
export function linesOf(cakes: readonly SoldCake[], choices: readonly Choice[]): Line[] {
  return choices.flatMap((choice) => {
    const cake = cakes.find(({ id }) => id === choice.cakeid)
    return cake ? [{ ...choice, ...cake, customize: false as const }] : []
  })
}

interface CakeLinesProps {
  cakes: readonly SoldCake[]
  lines: readonly Line[]
  onChange: (choices: Choice[]) => void
}

/** Adds cakes by a part of their names, and changes what was chosen. */
export function CakeLines({ cakes, lines, onChange }: CakeLinesProps) {
  const [text, setText] = useState('')
  const part = text.trim().toLowerCase()
  const found = part ? cakes.find((cake) => titleOf(cake).toLowerCase().includes(part)) : null

  function addFound() {
    if (!found) return
    const {
      id: cakeid,
      flavours: [flavour = ''],
      weight: [wt = ''],
    } = found
    onChange([...lines, { cakeid, flavour, wt, chosen: firstOptions(found), amount: 1, bname: '' }])
    setText('')
  }

  return (
    <>
      <div className="flex items-start gap-2">
        <TextField
          label="Add a cake"
          list="sold-cakes"
          autoComplete="off"
          value={text}
          error={found === undefined ? 'No cake has this name.' : undefined}
          onChange={({ target }) => setText(target.value)}
          // It may stand in a form that Enter would send.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            addFound()
          }}
        />
        <datalist id="sold-cakes">
          {cakes.map((cake) => (
            <option key={cake.id} value={titleOf(cake)} />
          ))}
        </datalist>
        <Button variant="secondary" className="mt-7" onClick={addFound}>
          Add
        </Button>
      </div>
      <ol aria-label="Ordered cakes" className="grid gap-4 empty:hidden">
        {lines.map((line, index) => (
          <LineFields
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be of one cake
            key={index}
            line={line}
            isOver={piecesOf(line, lines) > line.stock}
            onChange={(part) => onChange(lines.with(index, { ...line, ...part }))}
            onRemove={() => onChange(lines.toSpliced(index, 1))}
          />
        ))}
      </ol>
    </>
  )
}

const titleOf = ({ name, category, egg }: SoldCake) =>
  isExtra(category) ? name : `${name}, ${egg}`

interface LineFieldsProps {
  line: Line
  /** There are more of this cake than can be ordered. */
  isOver: boolean
  onChange: (part: Partial<Choice>) => void
  onRemove: () => void
}

function LineFields({ line, isOver, onChange, onRemove }: LineFieldsProps) {
  const field = (name: 'flavour' | 'wt' | 'detail') => ({
    value: line[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <li className="grid gap-3 border-t border-line pt-3">
      <div className="flex items-center gap-x-4">
        <span className="mr-auto font-semibold">{titleOf(line)}</span>
        <span className="tabular-nums">{formatInr(linePrice(line, line.wt, line.amount))}</span>
        <IconButton label={`Remove ${line.name}`} onClick={onRemove}>
          <Icon path={trashIcon} size={19} />
        </IconButton>
      </div>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
        {line.flavours[0] && (
          <FieldOf
            label={flavourLabel(line.category)}
            {...field('flavour')}
            options={line.flavours.map((one) => [one, one])}
          />
        )}
        {!isExtra(line.category) && (
          <FieldOf
            label="Weight"
            {...field('wt')}
            options={line.weight.map((wt) => [wt, formatWeight(wt)])}
          />
        )}
        {choicesOf(line).map(({ name, options }, index) => (
          <FieldOf
            key={name}
            label={name}
            value={line.chosen?.[index] ?? ''}
            options={options.map(({ chosen, name, price }) => [
              chosen,
              price > 0 ? `${name}, + ${formatInr(toPaise(price))}` : name,
            ])}
            onChange={({ target }) =>
              onChange({ chosen: (line.chosen ?? []).with(index, target.value) })
            }
          />
        ))}
        <TextField
          label="Pieces"
          type="number"
          min={1}
          value={line.amount}
          error={isOver ? exceedsStockText(line.stock) : undefined}
          onChange={({ target }) => onChange({ amount: Math.max(1, Math.floor(+target.value)) })}
        />
      </div>
      {!isExtra(line.category) && (
        <>
          <NameOnCakeField label="Name on the cake" {...line} hasDetailField onChange={onChange} />
          <TextField label="Note for the baker" autoComplete="off" {...field('detail')} />
        </>
      )}
    </li>
  )
}

import { useState } from 'react'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { linePrice } from '#shop/cakes/cake-price.ts'
import { choicesOf, firstOptions } from '#shop/cakes/choices.ts'
import { NameOnCakeField } from '#shop/cakes/icing/name-on-cake-field.tsx'
import { type CartLine, exceedsStockText, parseEgg, piecesOf } from '#shop/cart/cart-line.ts'
import { customLine } from '#shop/cart/custom-draft.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { Icon, trashIcon } from '#ui/icon.tsx'

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

  function add(cake: SoldCake) {
    const {
      id: cakeid,
      flavours: [flavour = ''],
      weight: [wt = ''],
    } = cake
    onChange([...lines, { cakeid, flavour, wt, chosen: firstOptions(cake), amount: 1, bname: '' }])
    setText('')
  }

  return (
    <>
      <form
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (found) add(found)
        }}
      >
        <TextField
          label="Add a cake"
          list="sold-cakes"
          autoComplete="off"
          value={text}
          error={found === undefined ? 'No cake has this name.' : undefined}
          onChange={({ target }) => setText(target.value)}
        />
        <datalist id="sold-cakes">
          {cakes.map((cake) => (
            <option key={cake.id} value={titleOf(cake)} />
          ))}
        </datalist>
        <Button type="submit" variant="secondary" className="mt-7">
          Add
        </Button>
      </form>
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

const titleOf = ({ name, egg }: SoldCake) => `${name}, ${egg}`

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
        <SelectField label="Flavour" {...field('flavour')}>
          {line.flavours.map((flavour) => (
            <option key={flavour} value={flavour}>
              {flavour}
            </option>
          ))}
        </SelectField>
        <SelectField label="Weight" {...field('wt')}>
          {line.weight.map((wt) => (
            <option key={wt} value={wt}>
              {formatWeight(wt)}
            </option>
          ))}
        </SelectField>
        {choicesOf(line).map(({ name, options }, index) => (
          <SelectField
            key={name}
            label={name}
            value={line.chosen?.[index] ?? ''}
            onChange={({ target }) =>
              onChange({ chosen: (line.chosen ?? []).with(index, target.value) })
            }
          >
            {options.map((option) => (
              <option key={option.chosen} value={option.chosen}>
                {option.price > 0
                  ? `${option.name}, + ${formatInr(toPaise(option.price))}`
                  : option.name}
              </option>
            ))}
          </SelectField>
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
      <NameOnCakeField label="Name on the cake" {...line} hasDetailField onChange={onChange} />
      <TextField label="Note for the baker" autoComplete="off" {...field('detail')} />
    </li>
  )
}

interface CustomLinesProps {
  lines: readonly CartLine[]
  /** By the field's name. */
  errors: Record<string, string>
  onChange: (lines: CartLine[]) => void
}

/** Customised cakes as the caller describes them; the baker prices them later. */
export function CustomLines({ lines, errors, onChange }: CustomLinesProps) {
  return (
    <>
      <ol aria-label="Customised cakes" className="grid gap-4 empty:hidden">
        {lines.map((line, index) => (
          <CustomLineFields
            key={line.id}
            line={line}
            errors={errors}
            onChange={(part) => onChange(lines.with(index, { ...line, ...part }))}
            onRemove={() => onChange(lines.toSpliced(index, 1))}
          />
        ))}
      </ol>
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        onClick={() => onChange([...lines, customLine(nothingSaid, Math.random)])}
      >
        Add a customised cake
      </Button>
    </>
  )
}

const nothingSaid = { flavour: '', wt: '1', egg: null, bname: '', detail: '', image: [] }

interface CustomLineProps extends Pick<CustomLinesProps, 'errors'> {
  line: CartLine
  onChange: (part: Partial<CartLine>) => void
  onRemove: () => void
}

function CustomLineFields({ line, errors, onChange, onRemove }: CustomLineProps) {
  const field = (name: 'flavour' | 'wt' | 'detail') => ({
    value: line[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <li className="grid gap-3 border-t border-line pt-3">
      <div className="flex items-center gap-x-4">
        <span className="mr-auto font-semibold">{line.name}</span>
        <IconButton label={`Remove ${line.name}`} onClick={onRemove}>
          <Icon path={trashIcon} size={19} />
        </IconButton>
      </div>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
        <TextField label="Flavour" {...field('flavour')} autoFocus />
        <TextField label="Weight (kg)" inputMode="decimal" {...field('wt')} />
        <SelectField
          label="Egg or eggless"
          value={line.egg ?? ''}
          onChange={({ target }) => onChange({ egg: parseEgg(target.value) })}
        >
          <option value="">Not said</option>
          <option value="Egg">Egg</option>
          <option value="Eggless">Eggless</option>
        </SelectField>
      </div>
      <NameOnCakeField
        label="Name on the cake"
        {...line}
        hasDetailField
        error={errors.bname}
        onChange={onChange}
      />
      <TextAreaField
        label="Additional Details"
        rows={3}
        {...field('detail')}
        error={errors.detail ?? errors.image}
      />
    </li>
  )
}

import type { ReactNode } from 'react'
import { NameOnCakeField } from '#shop/cakes/icing/name-on-cake-field.tsx'
import { maxText } from '#shop/orders/gift/gift.ts'
import type { ShownItem } from '#shop/orders/shown-order.ts'
import { AddressFields } from '#shop/values/address-fields.tsx'
import { formatInr } from '#shop/values/money.ts'
import { withPincode } from '#shop/values/pincode-city.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { FieldError, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import type { OrderPart } from './order-change.ts'
import type { ChoicesOfCakes, Draft } from './order-draft.ts'

interface ChangeFieldsProps {
  parts: readonly OrderPart[]
  draft: Draft
  errors: Record<string, string>
  choices: ChoicesOfCakes
  cakes: readonly ShownItem[]
  /** The time field, shown first. */
  time: ReactNode
  /** About the address. */
  question?: ReactNode
  change: (part: Partial<Draft>) => void
}

/** Errors are named as in the body of `POST /orders/changeOrder`. */
export function ChangeFields(props: ChangeFieldsProps) {
  const { parts, draft, errors, choices, cakes, time, question, change } = props
  const has = (part: OrderPart) => parts.includes(part)
  const onRiderNote = (note: string) =>
    change({ riderNote: [draft.riderNote, note].filter(Boolean).join(', ') })
  return (
    <>
      {has('time') && time}
      {has('items') &&
        draft.items.map((item, index) => (
          <ItemFields
            key={item.id}
            item={item}
            about={cakes.find(({ id }) => id === item.id)}
            choices={choices}
            error={errors[`items.${index}.bname`]}
            onRiderNote={has('riderNote') ? onRiderNote : undefined}
            change={(part) => change({ items: draft.items.with(index, { ...item, ...part }) })}
          />
        ))}
      <FieldError>{errors.items}</FieldError>
      {has('recipientMobile') && (
        <TextField
          name="recipientMobile"
          label="Recipient’s mobile"
          type="tel"
          value={draft.recipientMobile}
          error={errors.recipientMobile}
          onChange={(event) => change({ recipientMobile: event.target.value })}
        />
      )}
      {has('riderNote') && (
        <TextField
          name="riderNote"
          label="Note for the rider"
          maxLetters={maxText.riderNote}
          value={draft.riderNote}
          error={errors.riderNote}
          onChange={(event) => change({ riderNote: event.target.value })}
        />
      )}
      {has('giftMessage') && (
        <TextAreaField
          name="giftMessage"
          label="Gift message"
          hint="Printed on a card"
          rows={3}
          maxLetters={maxText.giftMessage}
          value={draft.giftMessage}
          error={errors.giftMessage}
          onChange={(event) => change({ giftMessage: event.target.value })}
        />
      )}
      {has('giftFrom') && (
        <TextField
          name="giftFrom"
          label="From, on the card"
          maxLetters={maxText.giftFrom}
          value={draft.giftFrom}
          error={errors.giftFrom}
          onChange={(event) => change({ giftFrom: event.target.value })}
        />
      )}
      {has('address') && (
        <AddressFields
          field={(name) => ({
            name: `address.${name}`,
            value: draft.place[name],
            error: errors[`address.${name}`],
            onChange: ({ target: { value } }) => {
              const { place } = draft
              const isPincode = name === 'pincode'
              change({ place: isPincode ? withPincode(place, value) : { ...place, [name]: value } })
            },
          })}
          question={question}
        />
      )}
    </>
  )
}

type ItemDraft = Draft['items'][number]

interface ItemFieldsProps {
  item: ItemDraft
  about: ShownItem | undefined
  choices: ChoicesOfCakes
  error: string | undefined
  onRiderNote: ((note: string) => void) | undefined
  change: (part: Partial<ItemDraft>) => void
}

function ItemFields(props: ItemFieldsProps) {
  const { item, about, error, onRiderNote, change } = props
  if (!about) return null
  const { flavours = [], weights = [], stock = 0 } = props.choices[about.cakeId ?? ''] ?? {}
  const others = weights.filter(({ wt }) => wt !== about.wt)
  const now = weights.find(({ wt }) => wt === about.wt)
  return (
    <fieldset className="grid gap-3 border-b border-line pb-4">
      <legend className="mb-2 text-sm font-semibold">{about.name}</legend>
      <NameOnCakeField {...{ ...item, error, onRiderNote }} onChange={change} />
      {flavours.includes(about.flavour) && flavours.length > 1 && (
        <SelectField
          label="Flavour"
          value={item.flavour}
          onChange={(event) => change({ flavour: event.target.value })}
        >
          {flavours.map((flavour) => (
            <option key={flavour} value={flavour}>
              {flavour}
            </option>
          ))}
        </SelectField>
      )}
      {others.length > 0 && (
        <SelectField
          label="Weight"
          value={item.wt}
          onChange={(event) => change({ wt: event.target.value })}
        >
          <option value={about.wt}>{formatWeight(about.wt)}</option>
          {others.map(({ wt, paise }) => (
            <option key={wt} value={wt}>
              {`${formatWeight(wt)}, ${formatInr(paise)} instead of ${formatInr(about.unitPaise)}`}
            </option>
          ))}
        </SelectField>
      )}
      {now && Math.max(about.amount, stock) > 1 && (
        <TextField
          label="Pieces"
          type="number"
          inputMode="numeric"
          min={1}
          max={Math.max(about.amount, stock)}
          hint={`${formatInr(now.paise)} each today`}
          value={item.amount}
          onChange={(event) => change({ amount: Number(event.target.value) })}
        />
      )}
    </fieldset>
  )
}

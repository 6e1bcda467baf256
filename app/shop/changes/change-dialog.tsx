import { type ComponentProps, useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { chosenPaise, flavourLabel, isExtra } from '#shop/cakes/cake-price.ts'
import { NameOnCakeField } from '#shop/cakes/icing/name-on-cake-field.tsx'
import type { ReadAllCakes } from '#shop/cakes/read-cakes.server.ts'
import { CakeLines, linesOf, type SoldCake } from '#shop/cart/cake-lines.tsx'
import type { AddedLine } from '#shop/cart/order-line.schema.ts'
import { deliveryText, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { giftLooks } from '#shop/orders/gift/gift-looks.ts'
import { ReasonField } from '#shop/orders/reason-field.tsx'
import type { ShownItem, ShownOrder } from '#shop/orders/shown-order.ts'
import { AddressFields, useAddressQuestion } from '#shop/values/address-fields.tsx'
import { placeOf } from '#shop/values/india-address.ts'
import { IndiaTime } from '#shop/values/moment.tsx'
import { formatInr } from '#shop/values/money.ts'
import { withPincode } from '#shop/values/pincode-city.ts'
import { useAction, useReloadingAction } from '#shop/values/use-action.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { Button } from '#ui/button.tsx'
import { FieldError, TextField } from '#ui/forms/field.tsx'
import { FieldOf } from '#ui/forms/plain-form.tsx'
import { useFocusOnError } from '#ui/forms/use-focus-on-error.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import type { OrderChanges } from './change-order.schema.ts'
import type { ChangeOrder as ChangeCall } from './change-order.server.ts'
import {
  type ChoicesOfCakes,
  differences,
  differenceText,
  isChangeableItem,
  namedBy,
  type OrderPart,
} from './changeable-parts.ts'

interface ChangeDialogProps {
  order: ShownOrder
  choices: ChoicesOfCakes
  parts: readonly OrderPart[]
  /** Of the customer's link, in place of a session. */
  token?: string
  byShop?: true
  open: boolean
  onClose: () => void
  /** Called after the reload. */
  onDone: () => void
}

const giftParts = ['recipientMobile', 'riderNote', 'giftMessage', 'giftFrom'] as const

/** Its fields show the order, and what was typed in place of it. Their errors are the server's, by the names of its body. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { order, choices, parts, token, byShop, open, onClose, onDone } = props
  const [typed, setTyped] = useState<OrderChanges>({})
  const [morePaise, setMorePaise] = useState(0)
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const fields = useFocusOnError<HTMLDivElement>(errors)
  const { busy, run } = useReloadingAction()
  const change = (part: OrderChanges) => setTyped((before) => ({ ...before, ...part }))
  const place = { ...placeOf(order.address), ...typed.address }
  const { asks, question } = useAddressQuestion((pincode) =>
    change({ address: withPincode(place, pincode) }),
  )
  const changes = differences(order, typed, parts)

  async function save() {
    if (changes.address && asks(place)) return
    const problem = await run(() =>
      call<ChangeCall>('POST /orders/changeOrder', {
        body: { ...namedBy(order, token), ...changes, ...(reason && { reason }) },
      }),
    )
    setErrors(problem?.errors ?? {})
    if (problem?.errors) return
    onClose()
    onDone()
  }

  const has = (part: OrderPart) => parts.includes(part)
  const [, addedError] = Object.entries(errors).find(([name]) => /^added\b/.test(name)) ?? []
  const onRiderNote = (note: string) => {
    const { riderNote = order.riderNote } = typed
    change({ riderNote: [riderNote, note].filter(Boolean).join(', ') })
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void save()}
      title={`Change order ${order.number}`}
      confirmLabel="Save changes"
      busy={busy}
    >
      <div ref={fields} className="grid gap-4">
        {has('time') && (
          <Time
            order={order}
            token={token}
            place={place}
            typed={typed}
            error={errors.time}
            change={(time, more) => {
              change(time)
              setMorePaise(more)
            }}
          />
        )}
        {has('items') &&
          order.items.filter(isChangeableItem).map((item) => {
            const index = changes.items?.findIndex(({ id }) => id === item.id)
            return (
              <ItemFields
                key={item.id}
                item={item}
                typed={typed.items?.find(({ id }) => id === item.id)}
                choices={choices[item.cakeId ?? '']}
                error={errors[`items.${index}.bname`]}
                onRiderNote={has('riderNote') ? onRiderNote : undefined}
                change={(part) =>
                  change({ items: withItem(typed.items, { ...part, id: item.id }) })
                }
              />
            )
          })}
        <FieldError>{errors.items}</FieldError>
        {has('items') && (
          <AddedCakes added={typed.added ?? []} onChange={(added) => change({ added })} />
        )}
        <FieldError>{addedError}</FieldError>
        {giftParts.filter(has).map((name) => (
          <FieldOf
            key={name}
            {...giftLooks[name]}
            name={name}
            {...(name === 'recipientMobile' && { label: 'Recipient’s mobile' })}
            value={typed[name] ?? order[name]}
            error={errors[name]}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        ))}
        {has('address') && (
          <AddressFields
            field={(name) => ({
              name: `address.${name}`,
              value: place[name],
              error: errors[`address.${name}`],
              onChange: ({ target: { value } }) =>
                change({
                  address:
                    name === 'pincode' ? withPincode(place, value) : { ...place, [name]: value },
                }),
            })}
            question={question}
          />
        )}
        {byShop && (
          <ReasonField
            hint="The customer reads it. It is needed once the order is locked."
            value={reason}
            error={errors.reason}
            onChange={setReason}
          />
        )}
      </div>
      <p role="status" className="mt-3 font-semibold empty:hidden">
        {differenceText(order, morePaise)}
      </p>
    </ConfirmDialog>
  )
}

type TypedItem = NonNullable<OrderChanges['items']>[number]

/** In the place where it was first typed, which its error names. */
function withItem(items: readonly TypedItem[] = [], part: TypedItem): TypedItem[] {
  const index = items.findIndex(({ id }) => id === part.id)
  return index < 0 ? [...items, part] : items.with(index, { ...items[index], ...part })
}

// Loaded only if the customer wants another time.
const TimeFields = lazyPart(async () => (await import('./time-fields.tsx')).TimeFields, {
  isNeeded: true,
})

function Time(props: ComponentProps<typeof TimeFields>) {
  const { order } = props
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) {
    return (
      <div className="border-b border-line pb-4">
        <TimeFields {...props} />
      </div>
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-4">
      <div>
        <p className="text-sm font-semibold">{`${deliveryWords(order).what} time`}</p>
        <p>
          <span>{deliveryText(order)}</span>
          <IndiaTime />
        </p>
      </div>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        Choose another time
      </Button>
    </div>
  )
}

interface ItemFieldsProps {
  item: ShownItem
  typed: TypedItem | undefined
  choices: ChoicesOfCakes[string] | undefined
  error: string | undefined
  onRiderNote: ((note: string) => void) | undefined
  change: (part: Omit<TypedItem, 'id'>) => void
}

function ItemFields({ item, typed, choices, error, onRiderNote, change }: ItemFieldsProps) {
  const { flavours = [], weights: plain = [], stock = 0 } = choices ?? {}
  const options = chosenPaise(item.chosen)
  const weights = plain.map(({ wt, paise }) => ({ wt, paise: paise + options }))
  const { bname, detail, flavour, wt, amount } = { ...item, ...typed }
  const others = weights.filter((weight) => weight.wt !== item.wt)
  const now = weights.find((weight) => weight.wt === item.wt)
  const most = Math.max(item.amount, stock)
  return (
    <fieldset className="grid gap-3 border-b border-line pb-4">
      <legend className="mb-2 text-sm font-semibold">{item.name}</legend>
      {!isExtra(item.category) && (
        <NameOnCakeField {...{ bname, detail, error, onRiderNote }} onChange={change} />
      )}
      {flavours.includes(item.flavour) && flavours.length > 1 && (
        <FieldOf
          label={flavourLabel(item.category)}
          value={flavour}
          options={flavours.map((name) => [name, name])}
          onChange={({ target }) => change({ flavour: target.value })}
        />
      )}
      {others.length > 0 && (
        <FieldOf
          label="Weight"
          value={wt}
          options={[
            [item.wt, formatWeight(item.wt)],
            ...others.map(
              ({ wt, paise }) =>
                [
                  wt,
                  `${formatWeight(wt)}, ${formatInr(paise)} instead of ${formatInr(item.unitPaise)}`,
                ] as const,
            ),
          ]}
          onChange={({ target }) => change({ wt: target.value })}
        />
      )}
      {now && most > 1 && (
        <TextField
          label="Pieces"
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          hint={`${formatInr(now.paise)} each today`}
          value={amount}
          onChange={({ target }) => change({ amount: Number(target.value) })}
        />
      )}
    </fieldset>
  )
}

interface AddedCakesProps {
  added: readonly AddedLine[]
  onChange: (added: AddedLine[]) => void
}

/** Cakes that the order gets besides; the catalogue is loaded once somebody wants one. */
function AddedCakes({ added, onChange }: AddedCakesProps) {
  const [cakes, setCakes] = useState<readonly SoldCake[] | null>(null)
  const { busy, run } = useAction()
  if (!cakes) {
    return (
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        busy={busy}
        onClick={() =>
          void run(async () => setCakes(await call<ReadAllCakes>('GET /cakes/allcakes', {})))
        }
      >
        Add a cake
      </Button>
    )
  }
  return (
    <CakeLines
      cakes={cakes}
      lines={linesOf(cakes, added)}
      onChange={(choices) =>
        onChange(
          choices.map(({ chosen = [], detail = '', ...choice }, index) => ({
            ...choice,
            chosen,
            detail,
            id: added[index]?.id ?? crypto.randomUUID(),
            price: cakes.find(({ id }) => id === choice.cakeid)?.price ?? 0,
          })),
        )
      }
    />
  )
}

import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { FieldError, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { longestText } from '../gift/gift-text.ts'
import type { Order, OrderItem } from '../order.schema.ts'
import type { changeOrderEndpoint } from '../orders.endpoints.ts'
import { changeableParts, type OrderPart, toChange } from './order-change.ts'
import { changesOf, type Draft, draftOf, type Edit } from './order-draft.ts'

/** The flavours of cakes, by the cake's id. */
export type Flavours = Readonly<Record<string, readonly string[]>>

interface ChangeOrderProps {
  order: Order
  now: Date
  flavours: Flavours
  /** The order is up to date again, and this button may be gone. */
  onDone: () => void
}

/** Changes what may still be changed of an order, in a dialog; nothing where that is nothing. */
export function ChangeOrder({ order, now, flavours, onDone }: ChangeOrderProps) {
  const [edit, setEdit] = useState<Edit | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { busy, run } = useReloadingAction()
  const parts = changeableParts(toChange(order), now)
  if (parts.length === 0) return null

  async function save() {
    if (!edit) return
    const problem = await run(() =>
      call<typeof changeOrderEndpoint>('POST /orders/changeOrder', {
        body: { orderId: order.id, ...changesOf(edit, parts) },
      }),
    )
    setErrors(problem?.errors ?? {})
    if (problem?.errors) return
    setEdit(null)
    onDone()
  }

  return (
    <>
      <Button
        variant="secondary"
        size="small"
        onClick={() => {
          setErrors({})
          const before = draftOf(order)
          setEdit({ before, draft: before })
        }}
      >
        Change<span className="sr-only"> order {order.number}</span>
      </Button>
      <ConfirmDialog
        open={edit !== null}
        onClose={() => setEdit(null)}
        onConfirm={() => void save()}
        title={`Change order ${order.number}`}
        confirmLabel="Save changes"
        busy={busy}
      >
        {edit && (
          <Fields
            {...{ parts, errors, flavours }}
            draft={edit.draft}
            items={order.order}
            change={(part) => setEdit({ ...edit, draft: { ...edit.draft, ...part } })}
          />
        )}
      </ConfirmDialog>
    </>
  )
}

interface FieldsProps {
  parts: readonly OrderPart[]
  draft: Draft
  errors: Record<string, string>
  flavours: Flavours
  items: readonly OrderItem[]
  change: (part: Partial<Draft>) => void
}

function Fields({ parts, draft, errors, flavours, items, change }: FieldsProps) {
  const has = (part: OrderPart) => parts.includes(part)
  const { place } = draft
  const inPlace = (part: Partial<Draft['place']>) => change({ place: { ...place, ...part } })
  return (
    <div className="-mx-1 grid max-h-[58dvh] gap-4 overflow-y-auto px-1 pb-1">
      {has('items') &&
        draft.items.map((item, index) => (
          <ItemFields
            key={item.id}
            item={item}
            about={items.find(({ id }) => id === item.id)}
            flavours={flavours}
            error={errors[`items.${index}.bname`]}
            change={(part) => change({ items: draft.items.with(index, { ...item, ...part }) })}
          />
        ))}
      <FieldError>{errors.items}</FieldError>
      {has('recipientMobile') && (
        <TextField
          label="Recipient’s mobile"
          type="tel"
          value={draft.recipientMobile}
          error={errors.recipientMobile}
          onChange={(event) => change({ recipientMobile: event.target.value })}
        />
      )}
      {has('riderNote') && (
        <TextField
          label="Note for the rider"
          maxLength={longestText.riderNote}
          value={draft.riderNote}
          error={errors.riderNote}
          onChange={(event) => change({ riderNote: event.target.value })}
        />
      )}
      {has('giftMessage') && (
        <TextAreaField
          label="Gift message"
          hint="Printed on a card"
          rows={3}
          maxLength={longestText.giftMessage}
          value={draft.giftMessage}
          error={errors.giftMessage}
          onChange={(event) => change({ giftMessage: event.target.value })}
        />
      )}
      {has('giftFrom') && (
        <TextField
          label="From, on the card"
          maxLength={longestText.giftFrom}
          value={draft.giftFrom}
          error={errors.giftFrom}
          onChange={(event) => change({ giftFrom: event.target.value })}
        />
      )}
      {has('address') && (
        <>
          <TextAreaField
            label="Address"
            rows={2}
            value={place.address}
            error={errors.address}
            onChange={(event) => inPlace({ address: event.target.value })}
          />
          <div className="grid grid-cols-2 gap-3">
            <TextField
              label="Pincode"
              inputMode="numeric"
              value={place.pincode}
              onChange={(event) => inPlace({ pincode: event.target.value })}
            />
            <TextField
              label="City"
              value={place.city}
              onChange={(event) => inPlace({ city: event.target.value })}
            />
          </div>
        </>
      )}
    </div>
  )
}

interface ItemFieldsProps {
  item: Draft['items'][number]
  about: OrderItem | undefined
  flavours: Flavours
  error: string | undefined
  change: (part: Partial<Draft['items'][number]>) => void
}

function ItemFields({ item, about, flavours, error, change }: ItemFieldsProps) {
  if (!about) return null
  const choices = flavours[about.cakeid ?? ''] ?? []
  return (
    <fieldset className="grid gap-3 border-b border-line pb-4">
      <legend className="mb-2 text-sm font-semibold">{about.name}</legend>
      <TextField
        label="Name on cake"
        value={item.bname}
        error={error}
        onChange={(event) => change({ bname: event.target.value })}
      />
      {choices.includes(about.flavour) && choices.length > 1 && (
        <SelectField
          label="Flavour"
          value={item.flavour}
          onChange={(event) => change({ flavour: event.target.value })}
        >
          {choices.map((flavour) => (
            <option key={flavour}>{flavour}</option>
          ))}
        </SelectField>
      )}
    </fieldset>
  )
}

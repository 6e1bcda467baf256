import { lazy, Suspense, useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { FieldError, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { deliveryText, deliveryWords } from '../delivery/delivery-text.ts'
import { longestText } from '../gift/gift-text.ts'
import type { Order, OrderItem } from '../order.schema.ts'
import type { changeOrderEndpoint } from '../orders.endpoints.ts'
import { changeableParts, type OrderPart, toChange } from './order-change.ts'
import { changesOf, type Draft, draftOf, type Edit } from './order-draft.ts'
import { savedText } from './saved-text.ts'

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
          <>
            <Fields
              parts={parts}
              errors={errors}
              flavours={flavours}
              draft={edit.draft}
              order={order}
              change={(part) => setEdit({ ...edit, draft: { ...edit.draft, ...part } })}
            />
            <p role="status" className="mt-3 font-semibold empty:hidden">
              {savedText(order, edit.draft.lessPaise)}
            </p>
          </>
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
  order: Order
  change: (part: Partial<Draft>) => void
}

function Fields({ parts, draft, errors, flavours, order, change }: FieldsProps) {
  const has = (part: OrderPart) => parts.includes(part)
  const { place } = draft
  const inPlace = (part: Partial<Draft['place']>) => change({ place: { ...place, ...part } })
  return (
    <div className="-mx-1 grid max-h-[58dvh] gap-4 overflow-y-auto px-1 pb-1">
      {has('time') && <Time order={order} draft={draft} change={change} error={errors.time} />}
      {has('items') &&
        draft.items.map((item, index) => (
          <ItemFields
            key={item.id}
            item={item}
            about={order.order.find(({ id }) => id === item.id)}
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

// With its days and slots, and only where somebody wants another time.
const TimeFields = lazy(async () => ({ default: (await import('./time-fields.tsx')).TimeFields }))

interface TimeProps {
  order: Order
  draft: Draft
  error: string | undefined
  change: (part: Pick<Draft, 'time' | 'slot' | 'lessPaise'>) => void
}

/** When it comes, and other times once somebody wants one. */
function Time({ order, ...fields }: TimeProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) {
    return (
      <div className="border-b border-line pb-4">
        <Suspense>
          <TimeFields order={order} {...fields} />
        </Suspense>
      </div>
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-4">
      <div>
        <p className="text-sm font-semibold">{deliveryWords(order).what} time</p>
        <p>{deliveryText(order)}</p>
      </div>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        Choose another time
      </Button>
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

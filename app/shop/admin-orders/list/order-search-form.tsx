import { useEffect, useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import { fulfilmentLabels, fulfilmentStatuses } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { itemLabels, itemStatuses } from '#shop/orders/item-status.ts'
import { maxSearchText } from '#shop/values/typed/typed-entry.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import type { FieldLook } from '#ui/forms/field-look.ts'
import { FieldOf } from '#ui/forms/plain-form.tsx'
import { Icon, searchIcon } from '#ui/icon.tsx'
import {
  isTooShort,
  type OrderFilterName,
  type OrderSearch,
  orderFilters,
  orderPayments,
  orderQuery,
  parseOrderSearch,
  paymentLabels,
  toDoLabels,
  toDos,
  tooShortText,
} from '../order-search.ts'

/** Pause in typing before the search runs, ms. */
const pauseMs = 350

/** A plain form without JavaScript; with it each change applies at once. */
export function OrderSearchForm({ search }: { search: OrderSearch }) {
  const form = useRef<HTMLFormElement>(null)
  const { apply, applySoon } = useApplying(form, search)
  useFieldsInStep(form, search)
  const { q } = search
  return (
    <search>
      <Form
        ref={form}
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
        className="grid grid-cols-2 gap-x-4 gap-y-3 *:min-w-0 [&_input]:min-w-0 lg:grid-cols-4 xl:grid-cols-[1.6fr_1fr_1fr_1fr_1.3fr_1fr_auto] max-[21rem]:grid-cols-1"
      >
        <div className="max-lg:col-span-full lg:max-xl:col-span-2">
          <TextField
            label="Search"
            type="search"
            name="q"
            maxLength={maxSearchText}
            defaultValue={q}
            onChange={applySoon}
            autoComplete="off"
            placeholder="1042, Asha, 98765…"
            hint={isTooShort(q) ? undefined : 'Order number, name, email or mobile'}
            error={isTooShort(q) ? tooShortText : undefined}
          />
        </div>
        {fieldNames.map((name) => (
          <FieldOf
            key={name}
            name={name}
            {...fields[name]}
            defaultValue={search[name] ?? ''}
            onChange={name === 'day' ? applySoon : apply}
          />
        ))}
        <Button type="submit" early variant="secondary" className="mt-7 self-start">
          <Icon path={searchIcon} size={18} />
          Search
        </Button>
      </Form>
    </search>
  )
}

/** One of a filter's values, or any. */
function choice<Value extends string>(
  label: string,
  values: readonly Value[],
  labels: Record<Value, string>,
): FieldLook {
  return {
    label,
    options: [['', 'Any'], ...values.map((value) => [value, labels[value]] as const)],
  }
}

const fields = {
  todo: choice('To do', toDos, toDoLabels),
  state: choice('Item status', itemStatuses, itemLabels),
  fulfilment: choice('Order status', fulfilmentStatuses, fulfilmentLabels),
  day: { label: 'Delivery day', type: 'date' },
  payment: choice('Payment', orderPayments, paymentLabels),
} satisfies Record<Exclude<OrderFilterName, 'q'>, FieldLook>

const fieldNames = orderFilters.filter((name) => name !== 'q')

/** Applies the form to the URL, at once or when typing pauses. Typing replaces the history entry. */
function useApplying(form: React.RefObject<HTMLFormElement | null>, search: OrderSearch) {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function go(replace: boolean) {
    clearTimeout(timer.current)
    const next = orderQuery({ ...readForm(form.current), before: null })
    if (next === orderQuery(search)) return
    void navigate({ search: next }, { replace, preventScrollReset: true })
  }

  return {
    apply: () => go(false),
    applySoon() {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => go(true), pauseMs)
    },
  }
}

/** Updates the fields when the URL changes elsewhere: by a removed chip or the back button. */
function useFieldsInStep(form: React.RefObject<HTMLFormElement | null>, search: OrderSearch) {
  useEffect(() => {
    for (const key of orderFilters) {
      const field = form.current?.elements.namedItem(key)
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement
      // Not the field that is being typed in.
      if (isField && field !== document.activeElement) field.value = search[key] ?? ''
    }
  }, [form, search])
}

function readForm(form: HTMLFormElement | null): OrderSearch {
  const params = new URLSearchParams()
  for (const [key, value] of new FormData(form ?? undefined)) params.set(key, String(value))
  return parseOrderSearch(params)
}

import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { NameOnCakeField } from '#shop/cakes/icing/name-on-cake-field.tsx'
import { type Choice, linesOf, type SoldCake } from '#shop/cart/cake-lines.tsx'
import { type CartLine, parseEgg } from '#shop/cart/cart-line.ts'
import { type Coupon, couponShares } from '#shop/cart/coupon.ts'
import { customLine } from '#shop/cart/custom-draft.ts'
import { priceCart } from '#shop/cart/price-cart.ts'
import type { ChosenSlot } from '#shop/checkout/shipping/shipping-details.ts'
import type { ConfirmByLink } from '#shop/paying/pay-by-link.server.ts'
import { useAddressQuestion } from '#shop/values/address-fields.tsx'
import { joinAddress, placeOf, tidyPincode } from '#shop/values/india-address.ts'
import { toRupees } from '#shop/values/money.ts'
import { cityOfPincode } from '#shop/values/pincode-city.ts'
import { useAction } from '#shop/values/use-action.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { FieldOf } from '#ui/forms/plain-form.tsx'
import { Icon, trashIcon } from '#ui/icon.tsx'
import { toast } from '#ui/toast.tsx'
import type { KnownCustomer } from './known-customer.store.server.ts'
import type { FindKnownCustomer, TakenOrder, TakeOrder } from './take-order.server.ts'

const noTexts = {
  mobile: '',
  name: '',
  email: '',
  address: '',
  pincode: '',
  city: '',
  /** 'YYYY-MM-DDTHH:mm' in Kolkata, in a shop without slots. */
  time: '',
  reference: '',
  'recipient.name': '',
  'recipient.mobile': '',
  'recipient.email': '',
  giftMessage: '',
  giftFrom: '',
  riderNote: '',
}

const nothing = {
  ...noTexts,
  choices: [] as readonly Choice[],
  customised: [] as readonly CartLine[],
  /** Null for a number of no order; undefined until it is looked for. */
  known: undefined as KnownCustomer | null | undefined,
  isPickup: false,
  /** For the recipient. */
  surprise: false,
  slot: null as ChosenSlot | null,
  coupon: null as Coupon | null,
  way: 'later' as 'later' | 'cash' | 'upi' | 'link',
}

function giftIn({ giftMessage, giftFrom, riderNote, surprise, ...typed }: typeof nothing) {
  const [name, mobile] = [typed['recipient.name'], typed['recipient.mobile']]
  const email = typed['recipient.email']
  const recipient = name || mobile || email || surprise ? { name, mobile, email, surprise } : null
  return { giftMessage, giftFrom, riderNote, recipient }
}

export type NewOrder = ReturnType<typeof useNewOrder>

/** A new order as it is typed, and its calls. */
export function useNewOrder({ cakes, hasZones }: { cakes: SoldCake[]; hasZones: boolean }) {
  const [typed, setTyped] = useState(nothing)
  const [errors, setErrors] = useState<Record<string, string>>({})
  // Sent again, it is the same order.
  const [checkoutId, setCheckoutId] = useState(() => crypto.randomUUID())
  const [unpaidOrder, setUnpaidOrder] = useState<TakenOrder | null>(null)
  const [replacedOrderId, setReplacedOrderId] = useState<string>()
  const { busy, run } = useAction()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { slot, way, coupon } = typed
  const readyMade = linesOf(cakes, typed.choices)
  const lines = [...readyMade, ...typed.customised]
  const price = priceCart(
    lines,
    hasZones ? (slot?.terms ?? null) : undefined,
    couponShares(coupon, lines),
  )
  const change = (part: Partial<typeof nothing>) => setTyped((before) => ({ ...before, ...part }))

  async function send(action: () => Promise<unknown>) {
    const problem = await run(action)
    // `customer.name` is `name` here, and `checkout.recipient.name` `recipient.name`.
    const named = Object.entries(problem?.errors ?? {})
    const nameOf = (path: string) => /(recipient\.)?[^.]*$/.exec(path)?.[0]
    setErrors(Object.fromEntries(named.map(([path, text]) => [nameOf(path), text])))
    return problem
  }

  function find() {
    const query = { mobileno: typed.mobile }
    return send(async () => {
      const found = await call<FindKnownCustomer>('GET /orders/customer', { query })
      const { customer: known } = found
      change({ known, name: known?.name ?? '', ...placeOf(known?.address ?? '') })
    })
  }

  function changePincode(text: string) {
    const pincode = tidyPincode(text)
    change({ pincode, city: cityOfPincode(pincode) || typed.city })
  }
  const { asks, question } = useAddressQuestion(changePincode)

  async function place() {
    if (!typed.isPickup && asks(typed)) return
    const { mobile: mobileno, name, email, reference, isPickup } = typed
    const order = {
      customer: { name, email, mobileno },
      paid: way === 'later' ? null : { method: way, ...(way === 'upi' && { reference }) },
      replacedOrderId,
      checkout: {
        ...(isPickup ? { pickup: true } : { address: joinAddress(typed), ...giftIn(typed) }),
        ...{ checkoutId, time: slot?.deliveryAt ?? typed.time, slot: slot?.id },
        ...{ amount: toRupees(price.cardTotal), order: lines },
        coupon: price.discount > 0 ? coupon?.code : undefined,
      },
    }
    const problem = await send(async () => {
      const placed = await call<TakeOrder>('POST /orders/take', { body: order })
      if (!placed.toPay) return navigate(`/admin/orders/${placed.number}`)
      setUnpaidOrder(placed)
    })
    // Prices may have changed.
    if (problem) await revalidate()
  }

  const field = (name: keyof typeof noTexts) => ({
    value: typed[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })

  /** The unpaid order ends when the next one is placed. */
  function replaceUnpaid({ orderId }: TakenOrder) {
    setReplacedOrderId(orderId)
    setCheckoutId(crypto.randomUUID())
    setUnpaidOrder(null)
  }

  /** Asks the payment provider. */
  function askIfPaid({ number, toPay }: TakenOrder) {
    const token = toPay?.link.split('/').at(-1) ?? ''
    return run(async () => {
      const { state } = await call<ConfirmByLink>('POST /payments/confirm', {
        body: { token },
      })
      if (state === 'placed') return navigate(`/admin/orders/${number}`)
      toast.info(state === 'expired' ? 'Its time to be paid is over.' : 'It is not paid yet.')
    })
  }

  return {
    typed,
    change,
    changePincode,
    question,
    field,
    errors,
    readyMade,
    lines,
    price,
    isFeeKnown: !hasZones || slot !== null,
    busy,
    find,
    place,
    unpaidOrder,
    askIfPaid,
    replaceUnpaid,
  }
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
        <FieldOf
          label="Egg or eggless"
          value={line.egg ?? ''}
          options={[
            ['', 'Not said'],
            ['Egg', 'Egg'],
            ['Eggless', 'Eggless'],
          ]}
          onChange={({ target }) => onChange({ egg: parseEgg(target.value) })}
        />
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

import { flushSync } from 'react-dom'
import { cakesText } from '#shop/cart/cart-line.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Section } from '#ui/forms/plain-form.tsx'
import { toast } from '#ui/toast.tsx'
import { linesOf, type SoldCake } from './cake-lines.tsx'
import type { KnownCustomer } from './customers.store.server.ts'
import type { NewOrder } from './use-new-order.ts'

interface CustomerProps {
  order: NewOrder
  cakes: readonly SoldCake[]
  /** Called when the cakes of the last order are chosen. */
  onAgain: () => void
}

/** Who calls: what the last order with their number suggests, they confirm. */
export function Customer({ order, cakes, onAgain }: CustomerProps) {
  const { field, change, errors, busy } = order
  const { known } = order.typed

  /** The cakes of the last order, as they are sold now. */
  function orderAgain({ cakes: ordered }: KnownCustomer) {
    const choices = linesOf(cakes, ordered).filter(
      ({ flavours, weight, flavour, wt }) => flavours.includes(flavour) && weight.includes(wt),
    )
    // What is focused next is there already.
    flushSync(() => change({ choices }))
    if (choices.length < ordered.length)
      toast.error('Not all of it is in the shop as it was ordered.')
    onAgain()
  }

  return (
    <Section id="customer" title="Customer">
      <form
        noValidate
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void order.find()
        }}
      >
        <TextField
          label="Mobile number"
          {...field('mobile')}
          type="tel"
          error={errors.mobileno}
          onChange={({ target }) => change({ mobile: target.value, known: undefined })}
          autoFocus
        />
        <Button type="submit" variant="secondary" busy={busy} className="mt-7">
          Find
        </Button>
      </form>
      <p role="status" className="font-semibold empty:hidden">
        {known
          ? 'This number has ordered before. Please ask for name and address: anybody can type a number.'
          : known === null && 'A new customer'}
      </p>
      {known && known.cakes.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span>{`Last order: ${cakesText(known.cakes)}`}</span>
          <Button variant="secondary" size="small" onClick={() => orderAgain(known)} autoFocus>
            Order again
          </Button>
        </p>
      )}
      {known !== undefined && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Name" {...field('name')} autoFocus={!known?.cakes.length} />
          <TextField label="Email, if they want mails" {...field('email')} type="email" />
        </div>
      )}
    </Section>
  )
}

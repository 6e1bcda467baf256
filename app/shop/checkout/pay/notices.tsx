import { useState } from 'react'
import { ApiError, call } from '#platform/http/api-client.ts'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import type { cakeEndpoint } from '#shop/cakes/cakes.endpoints.ts'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { addToCart, emptyCart } from '#shop/cart/cart-store.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import type { PaymentResult } from './pay-order.ts'

interface ChangedNoticeProps {
  change: Extract<PaymentResult, { kind: 'changed' }>
  lines: readonly CartLine[]
  /** The cart is as the shop has it now, and can be paid. */
  onUpdated: () => void
}

/** What is no longer as the customer saw it, and the way to mend it. Nothing was charged. */
export function ChangedNotice({ change, lines, onUpdated }: ChangedNoticeProps) {
  const { errors } = change
  const isAboutDelivery = 'time' in errors || 'address' in errors
  return (
    <section
      ref={focusNotice}
      tabIndex={-1}
      role="alert"
      className="card grid gap-3 border-2 border-berry p-5 md:p-8"
    >
      <h2 className="text-xl">Please check your order</h2>
      <p className="text-sm text-cocoa-soft">Nothing was charged.</p>
      <ul className="grid list-disc gap-1 pl-5">
        {Object.entries(errors).map(([field, sentence]) => (
          <li key={field}>{withName(field, sentence, lines)}</li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-3">
        {isAboutDelivery ? (
          <ButtonLink to="/shipping">Change shipping details</ButtonLink>
        ) : (
          <UpdateCart
            lines={lines}
            onlyCustom={Object.keys(errors).every((field) => lineAt(field, lines)?.customize)}
            onUpdated={onUpdated}
          />
        )}
      </div>
    </section>
  )
}

/** 'order.0' is the cart's first line; its sentence may not say which cake it is about. */
function withName(field: string, sentence: string, lines: readonly CartLine[]) {
  const name = lineAt(field, lines)?.name
  return name && !sentence.includes(name) ? `${name}: ${sentence}` : sentence
}

function lineAt(field: string, lines: readonly CartLine[]): CartLine | undefined {
  return lines[Number(/^order\.(\d+)/.exec(field)?.[1])]
}

interface UpdateCartProps extends Omit<ChangedNoticeProps, 'change'> {
  /** Only customised cakes changed: the customer corrects them. */
  onlyCustom: boolean
}

function UpdateCart({ lines, onlyCustom, onUpdated }: UpdateCartProps) {
  const [busy, setBusy] = useState(false)

  async function update() {
    setBusy(true)
    try {
      const next = updateCartLines(lines, await fetchCakes(lines))
      emptyCart()
      for (const line of next) addToCart(line)
      toast.info('Your cart is up to date. Please check the total.')
      onUpdated()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.problem.detail)
      setBusy(false)
    }
  }

  if (onlyCustom) return <ButtonLink to="/cart">Go to the cart</ButtonLink>
  return (
    <>
      <Button busy={busy} onClick={() => void update()}>
        Update my cart
      </Button>
      <ButtonLink to="/cart" variant="secondary">
        Go to the cart
      </ButtonLink>
    </>
  )
}

async function fetchCakes(lines: readonly CartLine[]): Promise<Map<string, Cake | null>> {
  const readyMade = lines.filter(({ customize }) => !customize)
  const ids = [...new Set(readyMade.map(({ cakeid }) => cakeid))]
  return new Map(await Promise.all(ids.map(async (id) => [id, await fetchCake(id)] as const)))
}

async function fetchCake(id: string): Promise<Cake | null> {
  try {
    return await call<typeof cakeEndpoint>('GET /cakes/{id}', { params: { id } })
  } catch (error) {
    if (error instanceof ApiError && error.problem.status === 404) return null
    throw error
  }
}

/**
 * The cart as the catalogue is now: today's prices and limits, amounts lowered to what can be had, and without
 * what is no longer made. `cakes` are by id, and null for those that are gone.
 */
export function updateCartLines(
  lines: readonly CartLine[],
  cakes: ReadonlyMap<string, Cake | null>,
): CartLine[] {
  return lines.flatMap((line) => {
    const cake = cakes.get(line.cakeid)
    if (line.customize || cake === undefined) return [line]
    return cake && isStillMade(line, cake) ? [asSoldNow(line, cake)] : []
  })
}

function isStillMade({ flavour, wt }: CartLine, cake: Cake) {
  return cake.stock > 0 && cake.flavours.includes(flavour) && cake.weight.includes(wt)
}

function asSoldNow(line: CartLine, { name, category, price, stock }: Cake): CartLine {
  const amount = Math.min(line.amount, stock)
  return { ...line, name, category, price, amount, stock, max: stock }
}

/** The card may have paid, but nobody could say so yet. The cart stays, and nothing is charged twice. */
export function UnknownNotice({ onCheckAgain }: { onCheckAgain: () => Promise<void> }) {
  return (
    <section ref={focusNotice} tabIndex={-1} role="alert" className="card grid gap-4 p-5 md:p-8">
      <h2 className="text-xl">We are still checking your payment</h2>
      <p>
        The card company has not told us yet whether your payment went through. There is no need to
        pay again: once it has, your order appears under View Orders and we send you a mail. Your
        cart is kept until then.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void onCheckAgain()}>Check again</Button>
        <ButtonLink to="/yourorder" variant="secondary">
          View Orders
        </ButtonLink>
      </div>
    </section>
  )
}

/** As the `ref` of a notice: it appears above what was pressed, so the focus and the page go to it. */
function focusNotice(notice: HTMLElement | null) {
  notice?.focus()
}

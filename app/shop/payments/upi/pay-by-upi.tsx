import type { ReactNode } from 'react'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { removeOrdered } from '#shop/cart/cart-store.ts'
import type { WindowPart } from '../browser-provider.ts'

interface PayByUpiProps {
  /** What a checkout orders; none on the page of a link. */
  lines: readonly CartLine[] | undefined
  children: (part: WindowPart) => ReactNode
}

/** Pays to the shop's own UPI id on the page of the payment's link, which a phone loads again after its UPI app. */
export function PayByUpi({ lines, children }: PayByUpiProps) {
  return children({
    payInWindow(token) {
      removeOrdered(lines ?? [])
      location.replace(lines ? `/pay/${token}` : location.href)
      return new Promise(() => {})
    },
    field: (error) => (
      <>
        <p>Next you see a code for your UPI app. We look for your payment and email you.</p>
        {error}
      </>
    ),
  })
}

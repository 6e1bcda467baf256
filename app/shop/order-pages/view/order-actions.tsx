import type { ReactNode } from 'react'
import { fileUrl } from '#platform/http/api-client.ts'
import { CancelOrder } from '#shop/changes/cancel/cancel-order-button.tsx'
import { ChangeOrder } from '#shop/changes/change-order-button.tsx'
import type { ChoicesOfCakes } from '#shop/changes/order-draft.ts'
import { cancelError } from '#shop/orders/order-rules.ts'
import type { ShownOrder } from '#shop/orders/shown-order.ts'
import type { GeneratePdf } from '#shop/papers/read-papers.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import { Icon } from '#ui/icon.tsx'
import { fileTextIcon } from '#ui/more-icons.ts'

interface OrderActionsProps {
  order: ShownOrder
  now: Date
  choices: ChoicesOfCakes
  /** Of the account; left out with a link. */
  email?: string
  /** Of the customer's link, in place of a session. */
  token?: string
  /** Called after the reload; a button may be gone while it had the focus. */
  onDone: () => void
  /** More of them, after the invoice. */
  children?: ReactNode
}

/** What its customer may do with an order, signed in or by their link. */
export function OrderActions(props: OrderActionsProps) {
  const { order, now, choices, email, token, onDone, children } = props
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="-ml-4 flex flex-wrap gap-2">
        <ButtonLink
          to={fileUrl<GeneratePdf>('/orders/generatepdf', {
            query: token ? { token } : { order: order.id },
          })}
          reloadDocument
          download="invoice.pdf"
          variant="quiet"
          size="small"
        >
          <Icon path={fileTextIcon} size={18} />
          <span>{order.documents?.length === 0 ? 'Order summary' : 'Invoice'}</span>
          <span className="sr-only">{` of order ${order.number}`}</span>
        </ButtonLink>
        {children}
      </div>
      <div className="contents noscript:hidden">
        <ChangeOrder order={order} now={now} choices={choices} token={token} onDone={onDone} />
        {cancelError(order, now) === null && (
          <CancelOrder order={order} email={email} token={token} onDone={onDone} />
        )}
      </div>
      <NeedsScript>To change or cancel it needs JavaScript. You can also call us.</NeedsScript>
    </div>
  )
}

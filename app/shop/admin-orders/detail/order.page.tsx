import { ArrowLeft, FileText, Printer } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { data, Link } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { fileUrl } from '#platform/http/api-client.ts'
import { requireAdmin } from '#shop/accounts/require-customer.server.ts'
import type { generatePdfEndpoint } from '#shop/invoices/invoices.endpoints.ts'
import { CancelOrder } from '#shop/orders/cancel/cancel-order-button.tsx'
import { OrderAmounts } from '#shop/orders/order-amounts.tsx'
import { RefundOrder } from '#shop/refunds/refund-order-button.tsx'
import { toPaise } from '#shop/values/money.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { orderNumberOf } from '../order-search.ts'
import type { Route } from './+types/order.page.ts'
import { NoteOrder } from './kitchen-note-form.tsx'
import { OrderPageFacts } from './order-facts.tsx'
import { OrderPageHistory } from './order-history.tsx'
import { OrderPageItems } from './order-items.tsx'
import { OrderPageMoney } from './order-money.tsx'
import { loadOrderPage } from './order-page.server.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireAdmin(request, app)
  const number = orderNumberOf(params.number)
  const page = number === null ? null : await loadOrderPage(app.db, number)
  if (!page) throw data(null, { status: 404 })
  return page
}

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `Order ${params.number} | Cakewala` },
  { name: 'robots', content: 'noindex' },
]

export default function OrderPage({ loaderData: page }: Route.ComponentProps) {
  const { order, kitchenNote } = page
  const title = useRef<HTMLHeadingElement>(null)
  const focusTitle = () => title.current?.focus()
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <Link
            to="/admin/orders"
            className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-berry print:hidden"
          >
            <ArrowLeft size={18} aria-hidden="true" />
            All orders
          </Link>
          <h1 ref={title} tabIndex={-1} className="text-3xl">
            Order {order.number}
          </h1>
        </div>
        <Actions page={page} onDone={focusTitle} />
      </header>
      <Part title="Customer and delivery" hideTitle>
        <OrderPageFacts {...page} />
      </Part>
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_21rem]">
        <div className="grid gap-5">
          <Part title="Items">
            <OrderPageItems order={order} offers={page.offers} onDone={focusTitle} />
          </Part>
          <Part title="Kitchen" hideInPrint={kitchenNote === ''}>
            <p className="hidden whitespace-pre-line print:block">{kitchenNote}</p>
            <NoteOrder key={order.id} orderId={order.id} note={kitchenNote} />
          </Part>
        </div>
        <div className="grid items-start gap-5 print:grid-cols-2">
          <Part title="Amounts">
            <OrderAmounts order={order} />
          </Part>
          <Part title="Payments and refunds">
            <OrderPageMoney {...page} />
          </Part>
        </div>
      </div>
      <Part title="History" hideInPrint>
        <OrderPageHistory {...page} />
      </Part>
    </div>
  )
}

type ActionsProps = { page: Route.ComponentProps['loaderData']; onDone: () => void }

function Actions({ page: { order, payment }, onDone }: ActionsProps) {
  const leftPaise = toPaise(order.paidByCard) - toPaise(order.refunded)
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button variant="secondary" size="small" onClick={() => window.print()}>
        <Printer size={18} aria-hidden="true" />
        Print
      </Button>
      <ButtonLink
        to={fileUrl<typeof generatePdfEndpoint>('/orders/generatepdf', {
          query: { order: order.id },
        })}
        reloadDocument
        variant="secondary"
        size="small"
      >
        <FileText size={18} aria-hidden="true" />
        Invoice
      </ButtonLink>
      {payment?.status === 'succeeded' && leftPaise > 0 && (
        <RefundOrder order={order} leftPaise={leftPaise} onDone={onDone} />
      )}
      {order.canCancel && (
        <CancelOrder
          order={order}
          email={order.user.email}
          card="the customer’s card"
          onDone={onDone}
        />
      )}
    </div>
  )
}

interface PartProps {
  title: string
  /** The title is for screen readers alone. */
  hideTitle?: boolean
  hideInPrint?: boolean
  children: ReactNode
}

function Part({ title, hideTitle, hideInPrint, children }: PartProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`card grid gap-4 p-4 md:p-6 print:break-inside-avoid print:rounded-none print:border-t print:border-cocoa print:p-0 print:pt-4 ${hideInPrint ? 'print:hidden' : ''}`}
    >
      <h2 id={id} className={hideTitle ? 'sr-only' : 'text-lg'}>
        {title}
      </h2>
      {children}
    </section>
  )
}

import { useState } from 'react'
import { data } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { cakesText } from '#shop/cart/cart-line.ts'
import { NoSuchLink, secretHeaders } from '#shop/order-pages/order-parts.tsx'
import { deliveryText, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import type { BrowserProvider } from '#shop/payments/browser-provider.ts'
import type { PageHandle } from '#shop/storefront/frame/framed-pages.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { CallOrWrite } from '#shop/values/call-or-write.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { shopContact } from '#shop/values/shop-details.ts'
import { greetedName } from '#shop/values/typed/typed.schema.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useHydrated } from '#ui/hydration.tsx'
import type { Route } from './+types/pay.page.ts'
import { UnknownNotice } from './notices.tsx'
import { OwnUpi } from './own-upi/own-upi.tsx'
import { type ConfirmByLink, findPayable, type StartByLink } from './pay-by-link.server.ts'
import { PaymentLoading, ProviderForm } from './payment-form.tsx'
import { usePayment } from './use-payment.ts'

export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const shop = { ...shopContact(app.shop), name: app.shop.name }
  const all = url.searchParams.has('all')
  const payable = await findPayable(app, { token, all })
  if (!payable) return data({ order: null, shop }, { status: 404, headers: secretHeaders })
  const { order, buys, toPay, upi } = payable
  const isPlaced = order.state === 'placed'
  return data(
    {
      order: {
        number: order.number,
        firstName: greetedName(order.customerName),
        buys,
        toPay,
        // What nobody has read on the order's page yet.
        ordered: isPlaced ? '' : `${cakesText(order.items)}, for ${deliveryText(order)}`,
        hasCustom: !isPlaced && order.items.some(({ customize }) => customize),
        atHandOver: deliveryWords(order).cash,
      },
      shop,
      token,
      all,
      provider: app.payments.active.forBrowser,
      upi,
    },
    { headers: secretHeaders },
  )
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const handle = { frame: 'link' } satisfies PageHandle

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Pay for your order')

export default function PayByLinkPage({ loaderData }: Route.ComponentProps) {
  const [isPaid, setIsPaid] = useState(false)
  const { order, shop } = loaderData
  if (!order) return <NoSuchLink shop={shop} />
  const { number, buys, ordered, hasCustom, atHandOver } = order
  const toPay = isPaid ? null : order.toPay
  const { title, done, why } = words[buys]
  const rest = toPay ? toPay.restPaise : 0
  const hint = rest > 0 && `You pay the other ${formatInr(rest)} in cash ${atHandOver}.`
  return (
    <div className="shell pt-6 pb-12 md:pt-10">
      <article className="mx-auto grid max-w-2xl gap-6">
        <div role="status" className="grid gap-2">
          <p className="text-sm text-cocoa-soft">{`Order ${number}`}</p>
          <h1
            key={String(isPaid)}
            ref={isPaid ? focus : undefined}
            tabIndex={-1}
            className="text-3xl"
          >
            {isPaid ? done : toPay ? title : 'Nothing is to be paid'}
          </h1>
          {ordered && <p>{ordered}</p>}
          {toPay && (
            <p>
              <span>{`Pay ${formatInr(toPay.paise)} by `}</span>
              <Moment at={toPay.until} />
              <span>{`, and ${why}.`}</span>
            </p>
          )}
          {toPay && hasCustom && <p>We email you the price of your customised cake.</p>}
          {buys === 'order' && !isPaid && !toPay && (
            <p>The time to pay is over. Call us to order again.</p>
          )}
          {isPaid && <p>Thank you! We’ve mailed you what is new.</p>}
        </div>
        {toPay && (
          <>
            {loaderData.upi ? (
              <OwnUpi
                token={loaderData.token}
                upi={loaderData.upi}
                shopName={shop.name}
                hint={hint}
              />
            ) : (
              <PayForm
                {...loaderData}
                amountPaise={toPay.paise}
                firstName={order.firstName}
                hint={hint}
                onPaid={() => setIsPaid(true)}
              />
            )}
            {toPay.otherPaise !== null && (
              <ButtonLink
                to={loaderData.all ? '?' : '?all'}
                reloadDocument
                variant="secondary"
                size="small"
              >
                {loaderData.all
                  ? `Pay only ${formatInr(toPay.otherPaise)} now`
                  : `Pay all ${formatInr(toPay.otherPaise)} now`}
              </ButtonLink>
            )}
          </>
        )}
        <CallOrWrite shop={shop} order={order} />
      </article>
    </div>
  )
}

const focus = (heading: HTMLElement | null) => heading?.focus()

const words = {
  order: {
    title: 'Pay for your order',
    done: 'Your order is placed',
    why: 'we bake it for you',
  },
  change: {
    title: 'Pay for your change',
    done: 'Your order is changed',
    why: 'your order is changed at once',
  },
  quote: {
    title: 'Pay for your cake',
    done: 'You accepted this quote',
    why: 'you accept its quote',
  },
}

function PayForm({
  token,
  all,
  provider,
  shop,
  amountPaise,
  firstName,
  ...by
}: {
  token: string
  all: boolean
  provider: BrowserProvider
  shop: { name: string }
  amountPaise: Paise
  firstName: string
  hint: string | false
  onPaid: () => void
}) {
  const ready = useHydrated()
  const { payment, pay, checkAgain } = usePayment({
    confirmPayment: (_, signedReturn) =>
      call<ConfirmByLink>('POST /payments/confirm', {
        body: { token, signedReturn },
      }),
    onPlaced: by.onPaid,
  })
  if (!ready) return <PaymentLoading {...provider} />
  if (payment.kind === 'unknown')
    return <UnknownNotice isBankSlow={payment.isBankSlow} onCheckAgain={() => checkAgain('')} />
  const processPayment = (paymentMethodId: string | null) =>
    call<StartByLink>('POST /payments/start', {
      body: { token, paymentMethodId, all },
    })
  return (
    <ProviderForm
      provider={provider}
      shopName={shop.name}
      payment={payment}
      pay={(calls) => pay({ ...calls, processPayment })}
      bill={{
        amountPaise,
        customer: { name: firstName, email: '', mobileno: '' },
        address: null,
        hint: by.hint || undefined,
      }}
    />
  )
}

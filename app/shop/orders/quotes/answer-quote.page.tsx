import { useRef, useState } from 'react'
import { data, useRevalidator } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { keepLastRead } from '#platform/http/keep-last-read.ts'
import { EggText } from '#shop/cakes/egg-mark.tsx'
import type {
  confirmQuotePaymentEndpoint,
  payQuoteEndpoint,
} from '#shop/checkout/balance/balance.endpoints.ts'
import type { BrowserProvider } from '#shop/payments/browser-provider.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/loading.tsx'
import { UserText } from '#ui/user-text.tsx'
import { deliveryWords } from '../delivery/delivery-text.ts'
import { DesignPictures } from '../design-pictures.tsx'
import { ItemPicture } from '../item-picture.tsx'
import type { Route } from './+types/answer-quote.page.ts'
import { AnswerQuote, type AnswerResult, NoSuchQuote, QuoteFooter } from './answer-quote.tsx'
import { findQuoteToAnswer } from './find-quote.server.ts'
import { nearInstant, type QuoteStatus, quoteStatusText, quoteTitles } from './quote-status.ts'
import type { QuoteToAnswer } from './quote-to-answer.ts'
import { QuotedCash, WhatHappensNext } from './quoted-cash.tsx'
import type { answerQuoteByLinkEndpoint, QuoteAnswer } from './quotes.endpoints.ts'

// Only reads: mail programs follow links to look at them.
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const quote = await findQuoteToAnswer(app, token)
  const { phone, email, name } = app.shop
  const provider = app.payments.active.forBrowser
  return data(
    { quote, token, now: app.clock.now().toISOString(), shop: { phone, email, name }, provider },
    { status: quote ? 200 : 404 },
  )
}

// Loaded by whoever pays.
const PayBalance = lazyPart(
  async () => (await import('#shop/checkout/balance/pay-balance.tsx')).PayBalance,
  { isNeeded: true, loading: <Skeleton className="h-121.75 md:h-116.25" /> },
)

const keep = keepLastRead()

// The result stays on the page even if the connection is lost right afterwards.
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return keep(request.url, serverLoader)
}
clientLoader.hydrate = true as const

// Anyone with the URL can answer, so no referrer is sent.
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })

export const meta: Route.MetaFunction = () => [
  { title: 'Your quote | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function AnswerQuotePage({ loaderData }: Route.ComponentProps) {
  const { quote, token, now, shop, provider } = loaderData
  return (
    <div className="shell pt-6 pb-16 md:pt-10">
      {quote ? (
        <Quote key={token} {...{ quote, token, shop, provider }} now={new Date(now)} />
      ) : (
        <NoSuchQuote shop={shop} />
      )}
    </div>
  )
}

interface QuoteProps {
  quote: QuoteToAnswer
  token: string
  now: Date
  shop: { phone: string; email: string; name: string }
  provider: BrowserProvider
}

function Quote({ quote, token, now, shop, provider }: QuoteProps) {
  const { status, title, send, close } = useQuote(quote, token)
  const [paying, setPaying] = useState(false)
  const { requiredPaise, allPaise } = quote.payment
  const isRequired = requiredPaise > 0
  const amountPaise = isRequired ? requiredPaise : allPaise
  return (
    <article
      aria-labelledby="quote-title"
      className="card mx-auto grid max-w-5xl gap-8 p-5 md:grid-cols-2 md:gap-10 md:p-8 lg:p-10"
    >
      <div className="grid content-start gap-6 md:order-last">
        <header className="grid gap-2">
          <div className="flex items-center gap-4">
            {/* The design itself comes below the answer on a phone. */}
            <div className="md:hidden">
              <ItemPicture image={quote.item.image} bname={quote.item.bname} />
            </div>
            <div className="grid gap-2">
              <p className="text-sm text-cocoa-soft">{`Order ${quote.orderNumber}`}</p>
              <h1 ref={title} tabIndex={-1} id="quote-title" className="text-3xl">
                {quoteTitles[status]}
              </h1>
            </div>
          </div>
          <p role="status" className="text-lg">
            {status === 'open' ? <Asking quote={quote} /> : quoteStatusText(status, quote)}
          </p>
        </header>
        {status === 'open' && (
          <>
            <p className="rounded-field bg-blush px-4 py-3">
              Please answer by{' '}
              <strong className="font-semibold">
                <time dateTime={quote.answerBy.toISOString()}>
                  {nearInstant(quote.answerBy, now)}
                </time>
              </strong>
              , so that we can bake it in time.
            </p>
            {paying ? (
              <>
                <PayBalance
                  {...{ amountPaise, provider }}
                  firstName={quote.firstName}
                  hint={restText(allPaise - amountPaise, quote)}
                  shopName={shop.name}
                  start={(paymentMethodId) =>
                    call<typeof payQuoteEndpoint>('POST /quotes/pay', {
                      body: { token, paymentMethodId, all: !isRequired },
                    })
                  }
                  confirm={(signedReturn) =>
                    call<typeof confirmQuotePaymentEndpoint>('POST /quotes/confirm-payment', {
                      body: { token, signedReturn },
                    })
                  }
                  onPaid={() => void close({ status: 'accepted', message: '' })}
                />
                <Button variant="quiet" className="w-fit" onClick={() => setPaying(false)}>
                  Back to the quote
                </Button>
              </>
            ) : (
              <AnswerQuote
                price={formatInr(quote.pricePaise * quote.item.amount)}
                payment={
                  allPaise > 0
                    ? {
                        label: `Accept and pay ${isRequired ? formatInr(requiredPaise) : 'now'}`,
                        isRequired,
                        onPay: () => setPaying(true),
                      }
                    : null
                }
                send={send}
                onClosed={close}
              />
            )}
          </>
        )}
        {(status === 'open' || status === 'accepted') && (
          <>
            <QuotedCash quote={quote} accepted={status === 'accepted'} />
            <WhatHappensNext quote={quote} accepted={status === 'accepted'} />
          </>
        )}
        <QuoteFooter status={status} shop={shop} />
      </div>
      <QuotedCake item={quote.item} />
    </article>
  )
}

/** '₹3,500 of it is paid in cash when the cake is delivered.' */
function restText(paise: Paise, order: QuoteToAnswer): string | null {
  return paise > 0
    ? `You pay the other ${formatInr(paise)} in cash ${deliveryWords(order).cash}.`
    : null
}

/** The quote's status, the answer given here, and the answer form's handlers. */
function useQuote(quote: QuoteToAnswer, token: string) {
  const title = useRef<HTMLHeadingElement>(null)
  const [answered, setAnswered] = useState<'accepted' | 'declined' | null>(null)
  const { revalidate } = useRevalidator()
  const status: QuoteStatus = quote.status === 'open' ? (answered ?? 'open') : quote.status

  const send = (answer: QuoteAnswer) =>
    call<typeof answerQuoteByLinkEndpoint>('POST /quotes/answer', { body: { token, answer } })

  async function close(outcome: AnswerResult) {
    if (outcome.status !== 'payment') setAnswered(outcome.status)
    await revalidate()
    title.current?.focus()
  }

  return { status, title, send, close }
}

function Asking({ quote }: { quote: QuoteToAnswer }) {
  const { firstName, item, pricePaise } = quote
  return (
    <>
      {firstName && (
        <span>
          Hello <UserText>{firstName}</UserText>,{' '}
        </span>
      )}
      <span>our baker has looked at your design and can make it for</span>{' '}
      <strong className="font-display text-[1.15em] font-semibold whitespace-nowrap text-berry">
        {formatInr(pricePaise)}
      </strong>
      <span>{`${item.amount > 1 ? ' each' : ''}.`}</span>
    </>
  )
}

function QuotedCake({ item }: Pick<QuoteToAnswer, 'item'>) {
  const facts = [
    ['Flavour', item.flavour],
    ['Weight', formatWeight(item.wt)],
    ['Egg or eggless', item.egg && <EggText egg={item.egg} />],
    ['Quantity', String(item.amount)],
    ['Name on cake', item.bname],
    ['Details', item.detail],
  ] as const
  return (
    <section aria-label="Your cake" className="grid content-start gap-5">
      <DesignPictures image={item.image} />
      <dl className="grid gap-2 text-sm">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="grid grid-cols-[7.5rem_1fr] gap-x-3">
                <dt className="text-cocoa-soft">{name}</dt>
                <dd className="min-w-0">
                  {typeof value === 'string' ? <UserText lines>{value}</UserText> : value}
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

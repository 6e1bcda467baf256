import { useRef, useState } from 'react'
import { data, useRevalidator } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { keepLastRead } from '#platform/http/keep-last-read.ts'
import { NoSuchLink } from '#shop/order-pages/order-parts.tsx'
import { DesignPictures } from '#shop/orders/design-pictures.tsx'
import { ItemPicture } from '#shop/orders/item-picture.tsx'
import { ItemFacts } from '#shop/orders/item-row.tsx'
import type { QuoteStatus } from '#shop/orders/item-status.ts'
import { payPath } from '#shop/orders/links/tracking-link.server.ts'
import { Amounts } from '#shop/orders/money/order-amounts.tsx'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { nearInstant } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { type ShopContact, shopContact } from '#shop/values/shop-details.ts'
import { ButtonLink } from '#ui/button.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { Route } from './+types/answer-quote.page.ts'
import type { AnswerQuoteByLink, QuoteAnswer } from './answer-quote.server.ts'
import {
  AnswerQuote,
  type AnswerResult,
  QuoteFooter,
  quoteStatusText,
  quoteTexts,
  WhatHappensNext,
} from './answer-quote.tsx'
import { findQuoteToAnswer, type QuoteToAnswer } from './find-quote.server.ts'

// Only reads: mail programs follow links to look at them.
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const quote = await findQuoteToAnswer(app, token)
  return data(
    {
      quote,
      token,
      payPath: quote && payPath(app, quote.quoteId),
      now: app.clock.now().toISOString(),
      shop: shopContact(app.shop),
    },
    { status: quote ? 200 : 404 },
  )
}

const keep = keepLastRead()

// The result stays on the page even if the connection is lost right afterwards.
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return keep(request.url, serverLoader)
}
clientLoader.hydrate = true as const

// Anyone with the URL can answer, so no referrer is sent.
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Your quote')

export default function AnswerQuotePage({ loaderData }: Route.ComponentProps) {
  const { quote, now, ...rest } = loaderData
  if (!quote) {
    return (
      <NoSuchLink shop={rest.shop}>
        <p>Your quotes are also in View Orders.</p>
        <ButtonLink to="/yourorder">View Orders</ButtonLink>
      </NoSuchLink>
    )
  }
  return (
    <div className="shell pt-6 pb-16 md:pt-10">
      <Quote key={rest.token} {...rest} quote={quote} now={new Date(now)} />
    </div>
  )
}

interface QuoteProps {
  quote: QuoteToAnswer
  token: string
  /** Where it is accepted by paying; null without a quote. */
  payPath: string | null
  now: Date
  shop: ShopContact
}

function Quote({ quote, token, payPath: path, now, shop }: QuoteProps) {
  const { status, title, send, close } = useQuote(quote, token)
  const { requiredPaise, allPaise, whyAhead } = quote.payment
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
                {quoteTexts[status].title}
              </h1>
            </div>
          </div>
          <p role="status" className="text-lg">
            {status === 'open' ? <Asking quote={quote} /> : quoteStatusText(status, quote)}
          </p>
          {quote.note && (
            <UserText lines translate="yes">
              {quote.note}
            </UserText>
          )}
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
            {whyAhead && <p className="text-sm">{whyAhead}</p>}
            <AnswerQuote
              price={formatInr(quote.pricePaise * quote.item.amount)}
              isPaidFirst={requiredPaise > 0}
              ways={[
                requiredPaise > 0 && {
                  label: `Accept and pay ${formatInr(requiredPaise)}`,
                  to: `${path}`,
                },
                allPaise > requiredPaise && {
                  label: `Accept and pay ${requiredPaise > 0 ? `all ${formatInr(allPaise)}` : 'now'}`,
                  to: `${path}?all`,
                },
              ].filter((way) => way !== false)}
              send={send}
              onClosed={close}
            />
          </>
        )}
        {(status === 'open' || status === 'accepted') && (
          <>
            <QuotedCash quote={quote} />
            <WhatHappensNext quote={quote} accepted={status === 'accepted'} />
          </>
        )}
        <QuoteFooter status={status} shop={shop} order={{ number: quote.orderNumber }} />
      </div>
      <QuotedCake item={quote.item} />
    </article>
  )
}

/** The quote's status, the answer given here, and the answer form's handlers. */
function useQuote(quote: QuoteToAnswer, token: string) {
  const title = useRef<HTMLHeadingElement>(null)
  const [answered, setAnswered] = useState<'accepted' | 'declined' | null>(null)
  const { revalidate } = useRevalidator()
  const status: QuoteStatus = quote.status === 'open' ? (answered ?? 'open') : quote.status

  const send = (answer: QuoteAnswer) =>
    call<AnswerQuoteByLink>('POST /quotes/answer', { body: { token, answer } })

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
  return (
    <section aria-label="Your cake" className="grid content-start gap-5">
      <DesignPictures image={item.image} />
      <ItemFacts item={item} className="grid gap-2" />
    </section>
  )
}

/** The amount due in cash at this price, itemised. */
function QuotedCash({ quote }: { quote: QuoteToAnswer }) {
  const { item, pricePaise, rows, awaitsOtherPrices } = quote
  const label = item.amount > 1 ? 'Price for one cake' : 'Price'
  return (
    <div className="grid gap-3">
      <Amounts rows={[{ label, value: formatInr(pricePaise) }, ...rows]} />
      {awaitsOtherPrices && (
        <p className="text-xs text-cocoa-soft">
          Another customised cake in this order is still waiting for its quote. We’ll add its price
          once you accept it.
        </p>
      )}
    </div>
  )
}

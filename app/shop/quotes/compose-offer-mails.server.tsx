import type { ReactElement } from 'react'
import type { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import {
  type ComposedMail,
  composes,
  type MailComposer,
  type MailKind,
} from '#shop/mails/mail-kind.server.ts'
import { orderToWriteAbout } from '#shop/orders/compose-order-mails.server.tsx'
import { icedItemPictures } from '#shop/orders/iced-item-pictures.server.ts'
import { findOffer, type OfferRow } from '#shop/orders/offers.store.server.ts'
import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import { formatInr } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { ItemRejectedMail } from './item-rejected.mail.tsx'
import { OfferMail } from './offer.mail.tsx'
import { OfferAcceptedMail } from './offer-accepted.mail.tsx'
import { OfferAnsweredMail, type OfferOutcome } from './offer-answered.mail.tsx'
import { OfferExpiredMail } from './offer-expired.mail.tsx'
import type { CakeMailProps } from './offer-mail-parts.tsx'
import {
  mailItemRejected,
  mailOffer,
  mailOfferAccepted,
  mailOfferAnswered,
  mailOfferExpired,
} from './offer-mails.server.ts'
import type { OfferTokens } from './offer-tokens.server.ts'

interface OfferMailDeps {
  db: Database
  files: FileStore
  shop: ShopDetails
  offerTokens: OfferTokens
}

/** What a mail is about, as it stands when it is sent. */
interface Subject {
  order: Order
  item: OrderItem
}

/** What composes the mails about customised cakes. What has moved on since is not told any more. */
export function offerMailComposers(deps: OfferMailDeps): MailComposer[] {
  return [
    composes(mailOffer, (data) => offerMail(deps, data)),
    composes(mailOfferAnswered, (data) => answeredMail(deps, data)),
    aboutOffer(mailOfferAccepted, deps, async ({ order, item, offer }) => {
      if (offer.status !== 'accepted' || item.isConfirmed === 'cancelled') return null
      const subject = `The price of your cake is agreed, order ${order.number}`
      return toCustomer(deps, { order, item }, subject, (cake) => <OfferAcceptedMail {...cake} />)
    }),
    aboutOffer(mailOfferExpired, deps, async ({ order, item, offer }) => {
      if (item.isConfirmed !== 'expired') return null
      const subject = `The time to answer is over, order ${order.number}`
      return toCustomer(deps, { order, item }, subject, (cake) => (
        <OfferExpiredMail {...cake} offer={offer} />
      ))
    }),
    composes(mailItemRejected, async ({ orderId, itemId }) => {
      const order = await orderToWriteAbout(deps.db, orderId)
      const item = order.order.find(({ id }) => id === itemId)
      if (item?.isConfirmed !== 'rejected') return null
      const subject = `About your customised cake, order ${order.number}`
      return toCustomer(deps, { order, item }, subject, (cake) => <ItemRejectedMail {...cake} />)
    }),
  ]
}

type AboutAnOffer = z.output<typeof mailOffer.data>

async function offerMail(deps: OfferMailDeps, { orderId, offerId }: AboutAnOffer) {
  const order = await orderToWriteAbout(deps.db, orderId)
  const item = order.order.find(({ offer }) => offer?.id === offerId)
  if (!item?.offer) return null
  const { offer } = item
  const link = `${deps.shop.publicUrl}/offer?token=${encodeURIComponent(deps.offerTokens.sign(offerId))}`
  const subject = `The price of your customised cake, order ${order.number}`
  return toCustomer(deps, { order, item }, subject, (cake) => (
    <OfferMail {...cake} offer={offer} link={link} />
  ))
}

async function answeredMail(deps: OfferMailDeps, data: AboutAnOffer): Promise<ComposedMail | null> {
  const { order, item, offer } = await readOffer(deps.db, data)
  const { shop } = deps
  const outcome = outcomeOf(offer)
  if (!outcome) return null
  const about = { order, item, shop, outcome, pricePaise: offer.pricePaise }
  return {
    to: shop.email,
    replyTo: order.user.email,
    subject: `Order ${order.number}: ${formatInr(offer.pricePaise)} ${outcomeWords[outcome]}`,
    mail: <OfferAnsweredMail {...about} />,
  }
}

const outcomeWords: Record<OfferOutcome, string> = {
  accepted: 'accepted',
  declined: 'declined',
  expired: 'not answered in time',
}

function outcomeOf({ status }: OfferRow): OfferOutcome | null {
  return status === 'accepted' || status === 'declined' || status === 'expired' ? status : null
}

function aboutOffer(
  kind: MailKind<typeof mailOffer.data>,
  { db }: OfferMailDeps,
  compose: (subject: Subject & { offer: OfferRow }) => Promise<ComposedMail | null>,
): MailComposer {
  return composes(kind, async (data) => compose(await readOffer(db, data)))
}

/** An offer with its item and order; that one of them is missing is a bug. */
async function readOffer(db: Database, { orderId, offerId }: AboutAnOffer) {
  const order = await orderToWriteAbout(db, orderId)
  const offer = await findOffer(db, offerId)
  const item = order.order.find(({ id }) => id === offer?.itemId)
  if (!offer || !item) throw new Error(`no offer ${offerId} in order ${orderId} to write about`)
  return { order, item, offer }
}

/** A mail to the customer, with the picture of the design. */
async function toCustomer(
  { files, shop }: OfferMailDeps,
  { order, item }: Subject,
  subject: string,
  write: (cake: CakeMailProps) => ReactElement,
): Promise<ComposedMail> {
  const pictures = [...(await icedItemPictures(files, [item])).values()]
  const mail = write({ order, item, shop, cid: pictures[0]?.cid ?? null })
  return { to: order.user.email, replyTo: shop.email, subject, mail, pictures }
}

import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Actor, recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { madeOf } from '#shop/cakes/chosen.ts'
import { toPayText, wholeOrderParts } from '#shop/handling/mails/order-mails.server.tsx'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import {
  deliveryInMail,
  deliveryOnPaper,
  deliveryText,
  deliveryWords,
} from '#shop/orders/delivery/delivery-text.ts'
import {
  creditNotesText,
  findOrderForMail,
  greeting,
  keepReadyText,
  toOwner,
  toShop,
  trackButton,
  trackLinkOf,
} from '#shop/orders/mails/order-mail.server.tsx'
import { lessDuePaise, refundedPaise } from '#shop/orders/money/ledger.ts'
import { lessInCashText, owedText, refundedText } from '#shop/orders/money/order-money.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { isAnyMade } from '#shop/orders/order-rules.ts'
import { creditNotesOf } from '#shop/papers/papers.store.server.ts'
import { addressText } from '#shop/values/india-address.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { capitalised } from '#shop/values/typed/typed-text.ts'
import { formatWeight } from '#shop/values/weight.ts'
import type { Priced } from './change-priced.server.ts'
import { type Changer, type OrderPart, partLabels } from './changeable-parts.ts'

interface ChangedOrder {
  orderId: string
  /** How much less the order costs. */
  savedPaise: Paise
  /** The part of it that is due no more. */
  lessPaise?: Paise
  amountPaise: Paise
  /** How much more it costs, paid online before or due in cash. */
  morePaise?: Paise
  /** All that was changed; mails queued before this was said changed the time. */
  parts?: readonly OrderPart[]
  facts?: readonly ChangedFact[]
  byShop?: boolean
  /** The address is theirs, and is not mailed. */
  byRecipient?: boolean
  /** The shop's; '' for none. */
  reason?: string
}

interface Changed {
  /** As it was. */
  order: Order
  caller: Actor
  by: Changer
  reason: string
  parts: readonly OrderPart[]
  facts: readonly ChangedFact[]
  priced: Priced
  changeId: string
  now: Date
}

/** Mails the customer, and records who did it. */
export async function tellOfChange(
  context: AppContext,
  tx: Database,
  { order, caller, by, reason, parts, facts, priced, changeId, now }: Changed,
) {
  const { refundedPaise: amountPaise, morePaise } = priced
  await queueMail(context, tx, 'order-rescheduled', changeId, {
    orderId: order.id,
    savedPaise: Math.max(0, -morePaise),
    lessPaise: Math.max(0, lessDuePaise(order, priced.order)),
    amountPaise,
    morePaise: Math.max(0, morePaise),
    parts: [...parts],
    // What a recipient says of where they are is theirs.
    facts: by === 'recipient' ? [] : facts,
    byShop: by === 'shop',
    byRecipient: by === 'recipient',
    reason,
  })
  const before = refundedPaise(order)
  const hasNewTime = parts.includes('time')
  await recordAudit(tx, {
    at: now,
    by: caller,
    action: 'change-order',
    orderId: order.id,
    ...(hasNewTime && { before: { time: deliveryOnPaper(order), refundedPaise: before } }),
    // Without the other parts: they are personal data, and audit log entries are never deleted.
    after: {
      parts,
      change: changeId,
      ...(by === 'recipient' && { by }),
      ...(reason !== '' && { reason }),
      ...(hasNewTime && {
        time: deliveryOnPaper(priced.order),
        refundedPaise: before + amountPaise,
        amountPaise,
      }),
      ...(morePaise > 0 && { morePaise }),
    },
  })
}

/** To the customer, who may not have done it: what was changed, the new time, and what is refunded. */
export const orderChangedMail: MailKind<ChangedOrder> = async (context, data) => {
  const { orderId, savedPaise, lessPaise = 0, amountPaise, morePaise = 0 } = data
  const { parts = ['time'], facts = [], byShop, byRecipient, reason = '' } = data
  const { db, shop } = context
  const order = await findOrderForMail(db, orderId)
  // The order may have been cancelled meanwhile.
  if (!isAnyMade(order)) return null
  const time = `${deliveryWords(order).what}: ${deliveryInMail(order)}.`
  const hasNewTime = parts.includes('time')
  return {
    ...(await toOwner(db, order)),
    subject: `Your order ${order.number} ${hasNewTime ? 'has a new time' : 'is changed'}`,
    preview: time,
    heading: hasNewTime ? 'A new time' : 'Your order is changed',
    parts: [
      `${greeting(order)} ${byRecipient ? 'your recipient has told us' : `${byShop ? 'we' : 'you'} have changed`} ${listed(parts)} of order ${order.number}.`,
      reason !== '' && { userText: reason },
      ...facts.flatMap(({ part, what, before, now }) => {
        const news = `${before || 'none'} → ${now || 'none'}`
        return part === 'time' ? [`${what}: ${news}.`] : [`${what}:`, { userText: news }]
      }),
      time,
      amountPaise > 0 && refundedText(amountPaise),
      morePaise > 0 && `It costs ${formatInr(morePaise)} more. ${keepReadyText(order)}`,
      lessPaise > 0 && lessInCashText(lessPaise),
      owedText(order),
      savedPaise > 0 && creditNotesText(await creditNotesOf(db, orderId)),
      `${byShop || byRecipient ? 'Is this not as you wish?' : 'Wasn’t this you?'} Call us on ${shop.phone}.`,
      trackButton(await trackLinkOf(context, order)),
    ],
  }
}
orderChangedMail.tells = 'changed-order'

/** To the shop: what its customer or recipient has changed. What the shop itself changes, it knows. */
export const changedOrderMail: MailKind<ChangedOrder> = async ({ db, shop }, change) => {
  const order = await findOrderForMail(db, change.orderId)
  if (change.byShop || !isAnyMade(order)) return null
  const who = change.byRecipient ? 'The recipient' : 'The customer'
  const news = `${who} has changed ${listed(change.parts ?? ['time'])} of order ${order.number}.`
  return {
    ...toShop(order, shop, 'change'),
    subject: `Order ${order.number} is changed`,
    preview: news,
    heading: 'An order is changed',
    parts: [
      news,
      `${deliveryWords(order).what}: ${deliveryText(order)}. ${toPayText(order)}`,
      ...wholeOrderParts(order, shop),
    ],
  }
}

/** 'the time and the cakes' */
function listed(parts: readonly OrderPart[]): string {
  return new Intl.ListFormat('en-IN').format(parts.map((part) => partLabels[part]))
}

/** What was changed, and its text before and after; '' for none. */
export interface ChangedFact {
  part: OrderPart
  what: string
  before: string
  now: string
}

const factsOfOrder: Record<Exclude<OrderPart, 'items'>, (order: Order) => string> = {
  recipientMobile: ({ recipientMobile }) => recipientMobile,
  riderNote: ({ riderNote }) => riderNote,
  giftMessage: ({ giftMessage }) => giftMessage,
  giftFrom: ({ giftFrom }) => giftFrom,
  address: ({ address }) => addressText(address),
  time: (order) => deliveryText(order),
}

const factsOfItem: readonly [what: string, (item: OrderItem) => string][] = [
  ['Name on cake', ({ bname }) => bname],
  ['Flavour', ({ flavour }) => flavour],
  ['Weight', ({ wt }) => formatWeight(wt)],
  ['Quantity', ({ amount }) => String(amount)],
  ['Coupon', ({ couponPaise }) => (couponPaise > 0 ? `${formatInr(couponPaise)} off` : '')],
  ['Details', ({ detail }) => detail],
]

/** What two states of an order differ in, as its customer reads it: 'Name on cake', “Asha” → “Aasha”. */
export function changedFacts(before: Order, after: Order): ChangedFact[] {
  const ofItems = before.items.flatMap((item, index): ChangedFact[] => {
    const changed = after.items.find(({ id }) => id === item.id) ?? item
    const cake = before.items.length > 1 ? `Cake ${index + 1}, ${item.name}: ` : ''
    return factsOfItem.map(([what, textOf]) => ({
      part: 'items',
      what: `${cake}${cake ? what.toLowerCase() : what}`,
      before: textOf(item),
      now: textOf(changed),
    }))
  })
  const ofOrder = Object.entries(factsOfOrder).map(([name, textOf]): ChangedFact => {
    const part = name as keyof typeof factsOfOrder
    const what = capitalised(partLabels[part].replace(/^the /, ''))
    return { part, what, before: textOf(before), now: textOf(after) }
  })
  const added = after.items.slice(before.items.length).map((item): ChangedFact => {
    const { amount, name, wt, bname } = item
    const facts = [`${amount} × ${name}`, madeOf(item), formatWeight(wt), bname]
    const now = facts.filter(Boolean).join(', ')
    return { part: 'items', what: 'Added', before: '', now }
  })
  return [...ofItems, ...added, ...ofOrder].filter((fact) => fact.before !== fact.now)
}

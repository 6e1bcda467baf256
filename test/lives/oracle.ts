import { type Rows, type Standing, sumOf } from './rows.ts'

/** A text that somebody was shown or sent. */
export interface Text {
  /** 'page /yourorder', 'mail order-refunded', 'answer /orders/refund'. */
  from: string
  words: string
}

/** What the rows of an order say before and after a step. */
export interface Moment {
  rows: Rows
  now: Standing
  was: Standing
  /** What may be asked for at the hand-over: what is due, or was when the order left. */
  asked: number[]
  /** What was due when it left; 0 before. */
  left: number
  /** How often the step was made at once. */
  times: 1 | 2
}

export const notMade = ['cancelled', 'rejected', 'declined', 'expired']

export const isAnyMade = ({ items }: Pick<Rows, 'items'>) =>
  items.some(({ status }) => !notMade.includes(status))

/** Whether an amount is right; undefined says that it is no amount of the order's money. */
type Meaning = (moment: Moment, paise: number, text: Text) => boolean | undefined

const is =
  (...of: ((moment: Moment) => number | number[])[]): Meaning =>
  (moment, paise) =>
    of.some((value) => [value(moment)].flat().includes(paise))
const prices: Meaning = ({ rows: { items, quotes } }, paise) =>
  [
    ...items.flatMap(({ unit_paise: unit, amount }) => [unit, unit * amount]),
    ...quotes.flatMap(({ price_paise: unit, item_id }) => [
      unit,
      unit * (items.find(({ id }) => id === item_id)?.amount ?? 1),
    ]),
  ].includes(paise)
/** What the coupon takes off what is made, or was ordered if nothing is. */
const couponOff = ({ rows }: Moment) => {
  const made = rows.items.filter(({ status }) => !notMade.includes(status))
  const items = made.length > 0 ? made : rows.items
  return items.reduce((sum, item) => sum + item.coupon_paise, 0)
}
const anything: Meaning = () => undefined
const refundedOnline = ({ now }: Moment) => now.refunded + now.lost - now.failed
/** Each payment, and what went back at one moment, which may be of several payments. */
const paidRows = ({ rows: { payments } }: Moment) => [
  ...payments.map(({ paise }) => Math.abs(paise)),
  ...payments.map(({ created_at: at }) =>
    Math.abs(sumOf(payments.filter(({ paise, created_at }) => paise < 0 && created_at === at))),
  ),
]
const givenIn = ({ rows }: Moment) => -sumOf(rows.charges.filter(({ paise }) => paise < 0))
/** Two at once each say their half. */
const lessNow = ({ now, was, times }: Moment) => [was.due - now.due, (was.due - now.due) / times]
const backNow = ({ now, was, times }: Moment) => {
  const all = now.refunded - was.refunded + now.givenBack - was.givenBack
  return [all, all / times]
}

const disputed: Meaning = ({ rows }, paise) =>
  rows.disputes.some(({ amount_paise }) => amount_paise === paise)

/** What is due at the prices of the quotes, each by itself, and as it is. */
const dueAtQuotes = ({ rows: { items, quotes }, now }: Moment) => [
  Math.max(0, now.due),
  ...quotes
    .filter(({ status }) => status === 'open')
    .map(({ item_id, price_paise }) => {
      const amount = items.find(({ id }) => id === item_id)?.amount ?? 1
      return Math.max(0, now.due + price_paise * amount)
    }),
]

/** What is left to the hand-over, less what is required of it online. */
const quotedDue: Meaning = (moment, paise, { words }) =>
  dueAtQuotes(moment).includes(
    paise + amountAfter(words, 'You pay online when you accept \\| [−-] ?'),
  )

const noMore: Meaning = (moment, paise) => paise <= Math.max(...dueAtQuotes(moment))

/** What is paid now: with what the page leaves to the hand-over it is all. */
const quotedPay: Meaning = (moment, paise, text) => {
  const rest = amountAfter(text.words, 'You pay the other ')
  return rest > 0 ? dueAtQuotes(moment).includes(paise + rest) : noMore(moment, paise, text)
}

const totalIn = (words: string) => amountAfter(words, '(?:Total so far|Total price|Total) \\| ')

/** Beside what the text takes off as paid online. */
function paidAlready({ now }: Moment, paise: number, { words }: Text) {
  const all = paise + amountAfter(words, 'Paid online \\| [−-] ?')
  return all === now.online || all === now.online - now.refunded - now.lost
}

const amount = '(?:₹|Rs\\. ?)([\\d,]+(?:\\.\\d+)?)'
const paiseOf = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100)

function amountAfter(words: string, before: string): number {
  const found = new RegExp(`${before}${amount}`).exec(words)
  return found?.[1] ? paiseOf(found[1]) : 0
}

/**
 * What a sentence with an amount says. The first that fits explains it, in the texts whose source fits; a sentence with an
 * amount that none explains is a failure: give it a meaning here. ¤ is the amount.
 */
const meanings: [sentence: string, meaning: Meaning, from?: RegExp][] = [
  // The sums of an order, on its pages and in its mails.
  ['Paid online \\| ¤', is(({ now }) => now.online)],
  ['Refunded \\| ¤', is(refundedOnline)],
  ['Given back \\| ¤', is(({ now }) => [now.givenBack, now.refundedInCash])],
  ['Waived \\| (?:− ?)?¤', (moment, paise) => paise <= givenIn(moment)],
  ['(?:Total so far|Total price|Total) \\| ¤', ({ now }, paise) => paise >= now.charged],
  ['(?:Subtotal|Shipping|Time slot surcharge) \\| ¤', anything],
  ['Coupon \\w+ \\| − ¤|Coupon \\w+ takes ¤ off now', is(couponOff)],
  ['¤ off(?= →)', anything, /mail/],
  ['→ ¤ off', is(({ rows }) => rows.items.map((item) => item.coupon_paise)), /mail/],
  ['Includes GST \\| ¤', ({ now }, paise) => paise <= now.charged],
  ['Reduced by \\| ¤', ({ now }, paise, { words }) => totalIn(words) - paise === now.charged],
  [
    '(?:Paid at the counter|Paid in person) \\| ¤',
    is(({ now }) => [now.taken, now.taken - now.givenBack]),
  ],
  ['We owe you \\| ¤', is(({ now }) => -now.due)],
  ['Due in cash[^|\\n]* \\| ¤', quotedDue, /quote/],
  ['Due in cash[^|\\n]* \\| ¤', is(({ asked }) => asked)],
  ['[Cc]ollect ¤(?: in cash)?', is(({ asked }) => asked)],
  ['keep ¤ ready', is(({ asked }) => asked)],
  ['¤ (?:is )?still to be paid', is(({ now }) => now.due)],
  ['¤ is due at the door', is(({ asked }) => asked), /admin/],
  ['¤ in cash (?:to|back)|¤ by UPI (?:to|back)', is(paidRows)],
  // What somebody else is asked to pay.
  ['(?:Delivery costs|The total is now) ¤', anything, /orders\/take/],
  // Money to the shop's own UPI id.
  ['You pay ¤ to|[Ww]e look(?:ed)? for ¤|not found ¤|did ¤ come|says that ¤', is(paidRows)],
  ['¤ (?:is here|is sent back|sent back|found)|send ¤ back|exactly ¤', is(paidRows)],
  // A price that waits for its answer.
  ['You pay ¤ in cash on ', quotedDue, /quote/],
  ['(?:Paid online|You pay online when you accept) \\| [−-] ?¤', anything],
  ['Paid \\| [−-] ?¤', is(({ now }) => now.charged - now.due)],
  ['(?:Your other (?:customised )?cakes|\\d+ cakes) \\| ¤', anything],
  ['Price(?: for one cake)?:?(?: \\|)? ¤(?: each)?', prices],
  ['¤ (?:each|per kg)', anything],
  ['(?:can make it for|Our baker can make it for|we quoted|each,|is quoted at) ¤', prices],
  ['Pay ¤ by|(?:Amount|Total|Pay now)[^\\n]* ¤', quotedPay, /quote\/pay/],
  ['Pay (?:only|all) ¤ now|You pay the other ¤', noMore, /quote\/pay/],
  ['Accept and pay(?: all)? ¤|accept,? and pay ¤|and pay ¤ online', noMore],
  ['You’ve already paid ¤ of this order online', paidAlready],
  // What a step gave back, or asks for.
  ['refunded ¤', is(refundedOnline), /mail order-cancelled/],
  // Of some time.
  ['¤ refunded', ({ now }, paise) => paise <= now.refunded, /admin\/order$/],
  ['refunded ¤|¤ refunded|¤ goes back to you', is(backNow), /mail|answer/],
  ['dispute about ¤|bank wants ¤|[a-z]: ¤|¤ of order', disputed, /dispute|admin/],
  ['your payment of ¤', is(paidRows)],
  ['Your refund of ¤ did not go through', is(({ now }) => now.failed)],
  ['¤ is recorded', is(({ now, was }) => now.taken - was.taken)],
  ['¤ is given back', is(({ now, was }) => [now.givenBack - was.givenBack, -now.due])],
  [
    '(?:You pay|The customer pays) ¤ more in cash|costs ¤ more',
    is((moment) => lessNow(moment).map((paise) => -paise), paidRows),
  ],
  ['¤ less is due', ({ now, was }, paise) => paise <= was.charged - now.charged, /order-late/],
  ['(?:You pay )?¤ less (?:in cash|is due|was due in cash)', is(lessNow)],
  [
    '¤ of order \\d+ is yours',
    is(({ rows }) => -sumOf(rows.charges.filter(({ cause }) => cause === 'late'))),
  ],
  ['You paid ¤ too much|We owe (?:you|them) ¤|give you ¤ back', is(({ now }) => -now.due)],
  // Of two changes at once, the first one's answer says what waited before the second was added to it.
  [
    'payment of ¤',
    is(({ now, times }) => (times > 1 ? now.everAwaited : now.awaited)),
    /answer \/orders\/changeOrder/,
  ],
  ['(?:[Ww]aits for|payment of|paid|Pay|pay) ¤', is(({ now }) => now.awaited)],
  ['(?:and )?¤ for your change', is(({ now }) => now.awaited)],
  ['¤ came (?:for|and goes back)|¤ (?:for|of) order \\d+', is(paidRows)],
  ['about ¤', anything],
  ['Only ¤ of the card payment', is(({ now }) => now.online - now.refunded - now.lost)],
  ['Only ¤ is due|Please take ¤|Please pay ¤', is(({ asked }) => asked)],
  ['Only ¤ of what was taken', ({ now }, paise) => paise <= now.taken - now.givenBack],
  ['[-−]?¤ is open', ({ now }, paise) => paise === Math.abs(now.due)],
  ['at most ¤|gives ¤ away', anything],
  // The lists of staff.
  ['¤ in cash', is(({ asked }) => asked), /admin\/orders/],
  ['¤ refunded', is(({ now }) => now.refunded + now.lost), /admin\/orders/],
  ['¤ quoted', anything, /admin\/orders/],
  ['¤', ({ now }, paise) => paise >= now.charged, /admin\/orders/],
  [
    'Order \\d+, ¤',
    ({ now, rows, asked, left }, paise) => {
      const atDoor = sumOf(rows.payments.filter(({ cause }) => cause === 'door'))
      return [now.due, atDoor, atDoor + now.due, now.taken + now.due, left, ...asked].includes(
        paise,
      )
    },
    /runs/,
  ],
  ['¤(?: given back)? (?:in cash|by UPI)', anything, /runs/],
  ['¤ not paid yet|¤: No change', anything, /runs/],
  ['¤ waived', (moment, paise) => paise <= givenIn(moment), /runs/],
  [
    '[^|\\n]*started a payment ¤|[^|\\n]*(?:received|cancelled) the payment ¤|[^|\\n]*made a refund ¤',
    is(paidRows),
  ],
  [
    '¤ ·',
    (moment, paise, text) =>
      moment.rows.papers.some(({ total_paise }) => total_paise === paise) ||
      prices(moment, paise, text),
  ],
  ['[^\\n]*@[^\\n]* [−-]?¤|The (?:shop|customer)[^\\n]* [−-]?¤', anything, /admin\/order$/],
  [
    '(?:− )?¤ (?:Paid|Pending|Cancelled|Refunded|Failed|In progress|Waiting|Given back)',
    is(paidRows, ({ now }) => now.lost),
    /admin\/order$/,
  ],
  ['¤ instead of ¤|¤ each today', anything],
  ['¤', prices, /mail|yourorder|track|quote|admin\/order$/],
]

/** Sentences without an amount that say something of money all the same. */
const claims: [sentence: RegExp, isSo: (moment: Moment) => boolean, from?: RegExp][] = [
  [/nothing to refund/, ({ now }) => now.due >= 0],
  [/Nothing (?:in this order )?was paid (?:online|by card)/, ({ now }) => now.online === 0],
  [
    /nothing (?:left )?to pay/,
    ({ now, asked }) => asked.includes(0) && now.due <= 0,
    /item-dropped|yourorder|track|admin/,
  ],
  [/Nothing is to be paid/, ({ now }) => now.awaited.length === 0, /pay$/],
]

const compiled = meanings.map(([sentence, meaning, from]) => ({
  pattern: new RegExp(sentence.replaceAll('¤', amount), 'g'),
  meaning,
  from,
}))

/** What a text says of an order's money and the rows do not. */
export function lies(text: Text, moment: Moment): string[] {
  const found = claims
    .filter(
      ([sentence, isSo, from = /./]) =>
        from.test(text.from) && sentence.test(text.words) && !isSo(moment),
    )
    .map(([sentence]) => sentence.source)
  let rest = text.words
  for (const { pattern, meaning, from } of compiled) {
    if (from && !from.test(text.from)) continue
    rest = rest.replace(pattern, (said: string, ...groups: unknown[]) => {
      const [at, all] = groups.slice(-2) as [number, string]
      const line = all.slice(all.lastIndexOf('\n', at) + 1).split('\n')[0]
      for (const typed of groups.slice(0, -2)) {
        if (typeof typed !== 'string') continue
        if (meaning(moment, paiseOf(typed), text) === false)
          found.push(`${said.trim()}, in: ${line}`)
      }
      return ''
    })
  }
  const unknown = new RegExp(`[^\\n]*${amount}[^\\n]*`, 'g')
  for (const [sentence] of rest.matchAll(unknown)) found.push(`no meaning: ${sentence}`)
  return found.map((what) => `${text.from}: ${what}`)
}

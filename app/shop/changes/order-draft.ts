import type { Cake } from '#shop/cakes/cake.schema.ts'
import { unitPrice } from '#shop/cakes/cake-price.ts'
import { type FulfilmentStatus, hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { giftOf, type StoredGift } from '#shop/orders/gift/gift.ts'
import { lessInCashText, type OrderAmounts } from '#shop/orders/money/order-money.ts'
import type { OrderItem } from '#shop/orders/order.ts'
import { type DeliveryAddress, placeOf } from '#shop/values/india-address.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { isChangeableItem, type OrderPart } from './order-change.ts'

export interface Draft {
  recipientMobile: string
  riderNote: string
  giftMessage: string
  giftFrom: string
  /** The street may be missing. */
  place: DeliveryAddress
  /** Another time, 'YYYY-MM-DDTHH:mm' in Kolkata, and the id of its slot; '' while it stays. */
  time: string
  slot: string
  /** How much more that slot costs than the order's own; negative if it costs less. */
  morePaise: Paise
  items: Pick<OrderItem, 'id' | 'bname' | 'detail' | 'flavour' | 'wt' | 'amount'>[]
}

/** The draft, and its values when it was opened. */
export interface Edit {
  before: Draft
  draft: Draft
}

type DraftedOrder = StoredGift & {
  address: string
  items: readonly Pick<OrderItem, keyof Draft['items'][number] | 'status' | 'customize'>[]
}

export function draftOf(order: DraftedOrder): Draft {
  const { recipient, ...texts } = giftOf(order)
  return {
    ...texts,
    time: '',
    slot: '',
    morePaise: 0,
    recipientMobile: recipient?.mobile ?? '',
    place: placeOf(order.address),
    items: order.items
      .filter(isChangeableItem)
      .map(({ id, bname, detail, flavour, wt, amount }) => ({
        id,
        bname,
        detail,
        flavour,
        wt,
        amount,
      })),
  }
}

/** Only what was typed: the recipient or the shop may have changed the rest meanwhile. */
export function changesOf({ before, draft }: Edit, parts: readonly OrderPart[]) {
  // Items that stay the same are sent too, so that the positions in error fields match.
  const items = draft.items.map((item, index) => ({
    ...differing(before.items[index], item),
    id: item.id,
  }))
  const address = differing(before.place, draft.place)
  const changed = parts.filter((part) => {
    if (part === 'items') return items.some((item) => Object.keys(item).length > 1)
    if (part === 'address') return Object.keys(address).length > 0
    return draft[part] !== before[part]
  })
  const { place: _place, ...texts } = draft
  const all = { ...texts, items, address }
  const sent = changed.includes('time') && draft.slot ? [...changed, 'slot' as const] : changed
  return Object.fromEntries(sent.map((part) => [part, all[part]])) as Partial<typeof all>
}

function differing<Fields extends object>(was: Fields | undefined, now: Fields): Partial<Fields> {
  const fields = Object.entries(now) as [keyof Fields, unknown][]
  return Object.fromEntries(
    fields.filter(([name, value]) => value !== was?.[name]),
  ) as Partial<Fields>
}

/** What a cake can be had in; weights with the price of one piece. */
export interface Choices {
  flavours: readonly string[]
  weights: readonly { wt: string; paise: Paise }[]
  stock: number
}

/** By the cake's id. */
export type ChoicesOfCakes = Readonly<Record<string, Choices>>

export function choicesOf(
  orders: readonly { fulfilment: FulfilmentStatus; items: readonly { cakeId: string | null }[] }[],
  cakes: ReadonlyMap<string, Pick<Cake, 'flavours' | 'weight' | 'stock' | 'price' | 'category'>>,
): ChoicesOfCakes {
  const ids = orders
    .filter(({ fulfilment }) => !hasLeft(fulfilment))
    .flatMap(({ items }) => items.flatMap(({ cakeId }) => cakeId ?? []))
  return Object.fromEntries(
    ids.flatMap((id) => {
      const cake = cakes.get(id)
      if (!cake) return []
      const weights = cake.weight.map((wt) => ({ wt, paise: unitPrice(cake, wt) }))
      return [[id, { flavours: cake.flavours, weights, stock: cake.stock }]]
    }),
  )
}

/** What another slot costs more, or gives back, after what is still due; '' if it costs the same. */
export function differenceText(
  amounts: Pick<OrderAmounts, 'paidOnlinePaise' | 'refundedPaise' | 'duePaise'>,
  morePaise: Paise,
): string {
  if (morePaise > 0) return `This time costs ${formatInr(morePaise)} more.`
  const duePaise = Math.min(-morePaise, Math.max(0, amounts.duePaise))
  const leftPaise = amounts.paidOnlinePaise - amounts.refundedPaise
  const backPaise = Math.min(-morePaise - duePaise, leftPaise)
  const sentences = [
    duePaise > 0 && lessInCashText(duePaise),
    backPaise > 0 && `${formatInr(backPaise)} will be refunded, the way you paid.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

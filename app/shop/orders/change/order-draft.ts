import { type DeliveryAddress, placeOf } from '#shop/values/india-address.ts'
import type { Paise } from '#shop/values/money.ts'
import { giftOf, type StoredGift } from '../gift/gift.ts'
import type { OrderItem } from '../order.ts'
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
  items: { id: string; bname: string; flavour: string }[]
}

/** The draft, and its values when it was opened. */
export interface Edit {
  before: Draft
  draft: Draft
}

type DraftedOrder = StoredGift & {
  address: string
  items: readonly Pick<OrderItem, 'id' | 'bname' | 'flavour' | 'status' | 'customize'>[]
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
      .map(({ id, bname, flavour }) => ({ id, bname, flavour })),
  }
}

/** Only what was typed: the recipient or the shop may have changed the rest meanwhile. */
export function changesOf({ before, draft }: Edit, parts: readonly OrderPart[]) {
  const items = draft.items.map((item, index) => itemChange(before.items[index], item))
  const address = placeChange(before.place, draft.place)
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

function placeChange(was: DeliveryAddress, { address, pincode, city }: DeliveryAddress) {
  return {
    ...(address !== was.address && { address }),
    ...(pincode !== was.pincode && { pincode }),
    ...(city !== was.city && { city }),
  }
}

type ItemDraft = Draft['items'][number]

/** Includes items that stay the same, so that the positions in error fields match. */
function itemChange(was: ItemDraft | undefined, { id, bname, flavour }: ItemDraft) {
  return {
    id,
    ...(bname !== was?.bname && { bname }),
    ...(flavour !== was?.flavour && { flavour }),
  }
}

/** By the cake's id. */
export type Flavours = Readonly<Record<string, readonly string[]>>

export function flavoursOf(
  orders: readonly { fulfilment: string; items: readonly { cakeId: string | null }[] }[],
  cakes: ReadonlyMap<string, { flavours: readonly string[] }>,
): Flavours {
  const ids = orders
    .filter(({ fulfilment }) => fulfilment === 'placed')
    .flatMap(({ items }) => items.flatMap(({ cakeId }) => cakeId ?? []))
  return Object.fromEntries(ids.map((id) => [id, cakes.get(id)?.flavours ?? []]))
}

import { allergyWords } from '#shop/cakes/icing/name-on-cake.ts'
import type { Order, OrderItem } from './order.ts'

const saysNone =
  /\bno\s+(?:known\s+|food\s+)*al+erg(?:y|ies)\b|\bal+erg(?:y|ies)\s*[:–-]?\s*(?:none|nil|n\/?a|no(?=\s*(?:[.,;]|$)))/gimu

const allergies = [
  allergyWords,
  /\bal+erg/iu,
  /\b(?:lactose|gluten)\b/iu,
  /\b(?:(?:pea|wal)?nut|almond|cashew|pistachio|dairy|milk|soya?|wheat)s?[\s-]?free\b/iu,
  /\b(?:no|without)\s+(?:any\s+)?(?:(?:pea|wal)?nuts|almonds|cashews|pistachios)\b/iu,
]

/**
 * Whether a text that somebody typed says an allergy. It rather finds one too many, because the mark only says that the
 * text must be read.
 */
export function saysAllergy(text: string): boolean {
  const rest = text.replace(saysNone, ' ')
  return allergies.some((allergy) => allergy.test(rest))
}

type OrderTexts = Pick<Order, 'kitchenNote' | 'riderNote'> & {
  items: readonly Pick<OrderItem, 'detail' | 'bname'>[]
}

/** Whether an order says an allergy: in the details of a custom cake, as the name on a cake, or in a note. */
export function hasAllergy({ kitchenNote, riderNote, items }: OrderTexts): boolean {
  return [kitchenNote, riderNote, ...items.flatMap(({ detail, bname }) => [detail, bname])].some(
    saysAllergy,
  )
}

import { z } from 'zod'

const newsSchema = z.object({ action: z.string(), number: z.number().int() })

/** Something that happened to an order, as open pages hear of it. */
export interface OrderNews {
  /** As in the journal. */
  action: string
  /** The order's. */
  number: number
}

/** Reads the data of an `order` event; null when it is none of ours. */
export function readOrderNews(text: string): OrderNews | null {
  try {
    return newsSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

import type { Cake } from '#shop/cakes/cake.schema.ts'

/** A cake as the baker sees it. */
export type AdminCake = Cake & {
  /** Kept for the baker alone: neither shown nor sold. */
  hidden: boolean
  /** ISO 8601; sent back with a change, it keeps one from overwriting another's. */
  updatedAt: string
  /** The baker's own words for each picture; '' where the name stands in for them. */
  alts: string[]
}

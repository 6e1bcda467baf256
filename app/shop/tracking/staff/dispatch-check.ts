import type { Audience } from '#shop/orders/links/audience.ts'
import type { PhotosTaken } from '#shop/orders/photos/photo-kind.ts'

/** A link as the staff sees it. */
export interface StaffLink {
  audience: Audience
  /** Null for who may not have it. */
  url: string | null
}

/** What the shop has to know before an order leaves; instants in ISO 8601. */
export interface DispatchCheck {
  photos: PhotosTaken
  /** Its sender says that something is wrong with the photo. */
  isHeld: boolean
  isAddressMissing: boolean
  links: StaffLink[]
}

import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import type { MailComposer } from '#shop/mails/mail-kind.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { OfferTokens } from './offer-tokens.server.ts'

/** What composes the mails about customised cakes. */
export function offerMailComposers(_deps: {
  db: Database
  files: FileStore
  shop: ShopDetails
  offerTokens: OfferTokens
}): MailComposer[] {
  return []
}

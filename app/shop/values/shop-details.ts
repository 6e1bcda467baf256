/** What the shop says of itself on pages, mails and invoices. Nothing in here is secret. */
export interface ShopDetails {
  name: string
  address: string
  phone: string
  email: string
  gstin: string
  fssai: string
  state: string
  upiId: string
  /** The shop's address on the web, without a slash at its end; links in mails begin with it. */
  publicUrl: string
  mapEmbedUrl: string
  /** An external service that takes the contact form; null: the shop's own API does. */
  contactFormUrl: string | null
  /** Whether a struck-through price may be computed for cakes that have no real earlier price. */
  computedStruckPrice: boolean
}

/** What the shop says of itself on pages, mails and invoices. Nothing in here is secret. */
export interface ShopDetails {
  name: string
  address: string
  phone: string
  email: string
  /** Who answers complaints and questions about personal data, and within how many days. */
  /** Complaints are acknowledged within so many hours and resolved within so many days. */
  grievance: { name: string; title: string; email: string; hours: number; days: number }
  gstin: string
  fssai: string
  state: string
  upiId: string
  /** The shop's address on the web, without a slash at its end; links in mails begin with it. */
  publicUrl: string
  mapEmbedUrl: string
  /** An external service that takes the contact form; null: the shop's own API does. */
  contactFormUrl: string | null
  /** Whether a struck-through price may be computed for cakes without a real earlier price: never where money moves. */
  computedStruckPrice: boolean
  /** How long before its delivery a customised cake is ordered at the latest. */
  customLeadHours: number
}

/** Calls a number from a link. */
export function phoneHref(phone: string): string {
  return `tel:${phone.replace(/\s/g, '')}`
}

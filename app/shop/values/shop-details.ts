import { whatsAppUrl } from '#ui/whats-app.ts'
import type { GoodsRate } from './gst/goods-rates.ts'
import type { Seller, Taxpayer } from './gst/taxpayer.ts'
import type { LateScale } from './late-scale.ts'
import type { Paise } from './money.ts'

interface Grievance {
  /** '' until the owner names somebody. */
  name: string
  title: string
  email: string
  hours: number
  days: number
}

/** Who the shop is and how it deals, as pages, mails and invoices say it. Nothing in here is secret. */
export interface ShopDetails extends Taxpayer, Seller {
  name: string
  /** '' if it is the same. */
  legalName: string
  address: string
  phone: string
  email: string
  /** The number of its WhatsApp, as mobile numbers are stored; '' for none. */
  whatsapp: string
  /** Complaints are acknowledged within so many hours and resolved within so many days. */
  grievance: Grievance
  /** The law's and the owner's: see `goodsTax`. */
  rates: readonly GoodsRate[]
  fssai: string
  /** The last day of the licence, 'YYYY-MM-DD'; '' if it was not said. */
  fssaiUntil: string
  /** What holds in its place from a day to come, 'YYYY-MM-DD'. */
  registrationToCome: (Taxpayer & { from: string }) | null
  upiId: string
  /** Counts for what is delivered from now on. */
  lateScale: LateScale
  /** What of a customised cake is paid online when its quote is accepted, in per cent; 0: nothing, 100: all that is due. */
  depositPercent: number
  /** So many days before the delivery a customer who has paid a deposit is reminded of the rest; 0: never. */
  balanceDays: number
  /** What a manager may give away of one order, however and with others together, at most. */
  managerRefundLimitPaise: Paise
  /** What one manager may give away in a day, at most. */
  managerDayLimitPaise: Paise
  /** Whether only customers of whom an order has arrived may pay ready-made cakes in cash. */
  cashNeedsKnown: boolean
  /** Whether customers are mailed, the day after their cake has come. */
  asksForReviews: boolean
  /** The shop's address on the web, without a slash at its end; links in mails begin with it. */
  publicUrl: string
  /** '' for none. */
  mapEmbedUrl: string
  /** Where it is, '12.9736, 77.6007'; '' if only its address says it. */
  mapPoint: string
  /** The addresses of its profiles; '' for none. */
  instagram: string
  facebook: string
  youtube: string
  /** '#rrggbb': of buttons and links. */
  accent: string
  /** Its path, and how large it is shown, in px; null if there is none. */
  logo: { src: string; width: number; height: number } | null
  /** An external service that takes the contact form; null: the shop's own API does. */
  contactFormUrl: string | null
  /** A shop to try, where no money moves: its words and pictures are the sample's. */
  isSample: boolean
  /** Whether its owner has ended the checklist: what it says is then no sample's, though payments may still be tests. */
  isOpen: boolean
  /** Whether the payment provider moves no real money: papers are then of the series TEST. */
  takesTestPayments: boolean
  /** Whether a struck-through price may be computed for cakes without a real earlier price: never where money moves, nor in an open shop. */
  computedStruckPrice: boolean
  /** How long before its delivery a customised cake is ordered at the latest. */
  customLeadHours: number
}

/** Who answers complaints, by name and title. */
export function grievanceOfficer({ grievance }: Pick<ShopDetails, 'grievance'>): string {
  const { name, title } = grievance
  return name ? `${name}, ${title}` : `our ${title.toLowerCase()}`
}

/** A number for apps that call or write, as people anywhere dial it. Ten digits are a number of India. */
export function withCountryCode(phone: string): string {
  return /^[2-9]\d{9}$/.test(phone) ? `+91${phone}` : phone
}

/** Calls a number from a link: the shop's or somebody's mobile. */
export function phoneHref(phone: string): string {
  return `tel:${withCountryCode(phone.replace(/\s/g, ''))}`
}

/** Why nobody can order in a browser that refuses cookies or storage, and whom to call. */
export function keepsNothingText(phone = ''): string {
  return `Your browser keeps nothing for this site, so you can’t order here. Allow cookies and site data, or call us: ${phone}`
}

export interface ShopContact {
  phone: string
  email: string
  /** The link to its chat; left out if it has none. */
  whatsApp?: string
}

/** How customers reach the shop. */
export function shopContact({ phone, email, whatsapp }: ShopDetails): ShopContact {
  return { phone, email, ...(whatsapp && { whatsApp: whatsAppUrl('', withCountryCode(whatsapp)) }) }
}

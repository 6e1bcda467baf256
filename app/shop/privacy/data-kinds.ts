/** For how many days data is stored, by its kind; the nightly job deletes what is older. */
export const retentionDays = {
  /** Their own column says when they expire. */
  sessions: 0,
  /** Without a confirmation. */
  newsletter: 7,
  'unpaid-orders': 30,
  /** Without an order. */
  guests: 30,
  /** That nobody ordered. */
  designs: 2,
  invitations: 30,
  mails: 90,
  riders: 90,
  'order-photos': 90,
  messages: 365,
  'security-log': 365,
  /** A tax invoice: 72 months from the due date of the year's return (CGST Act, section 36) are less than 8 years. */
  invoices: 8 * 366,
  // Of tables that are nobody's data: networks of who does not pay, and counts of pincodes.
  delivery_reservations: 1,
  unserved_pincodes: 90,
} as const

export type DatedKind = keyof typeof retentionDays

/** The forms with a notice about personal data. */
type NoticePlace = 'register' | 'contact' | 'checkout' | 'custom-cake' | 'newsletter' | 'guest'

export interface DataKind {
  id: string
  what: string
  why: string
  retention: string
  /** The legal ground by the DPDP Act 2023; left out: given for this purpose, section 7(a). */
  ground?: string
  notices?: readonly NoticePlace[]
}

/** All personal data of the shop, for notices and the privacy page. */
const kinds = {
  account: {
    what: 'Name, email, mobile number, date of birth, password (scrambled); of who works here also second step, passkeys, and what they are told on which phones',
    why: 'your account: to log in, reach you about orders, and know that you are 18 or older',
    retention: 'until you delete your account',
    notices: ['register'],
  },
  guests: {
    what: 'Name, email and mobile number of a guest',
    why: 'reaching you about an order without an account',
    retention: `until you take the order into an account, where you can delete it; ${retentionDays.guests} days if you don’t order`,
    notices: ['guest'],
  },
  addresses: {
    what: 'Saved addresses, with what you call them and who lives there',
    why: 'choosing one when you order',
    retention: 'until you delete them or your account',
    notices: ['checkout'],
  },
  sessions: {
    what: 'Device and network of each login',
    why: 'keeping you logged in, and showing you where',
    retention: 'until you log out or the login expires',
    notices: ['register', 'guest'],
  },
  orders: {
    what: 'Delivery address and time, name, mobile number, email, cakes and names on them; of a gift also its recipient, message and notes',
    why: 'baking, delivering and refunding your order, and showing it to you',
    retention: 'until you delete your account',
    notices: ['checkout'],
  },
  'unpaid-orders': {
    what: 'Orders that were never paid',
    why: 'letting you try the payment again, and finding a payment that comes late',
    retention: `${retentionDays['unpaid-orders']} days`,
    notices: ['checkout'],
  },
  invoices: {
    what: 'Invoices, credit notes: number, date, cakes, tax, pincode; from ₹50,000 name and address',
    why: 'our accounts, as tax law requires',
    retention: '8 years',
    ground: 'Law, section 8(7): CGST Act, section 36, and CGST Rules, rule 46',
    notices: ['checkout'],
  },
  payments: {
    what: 'Amount, time and reference of each payment, refund and dispute, and who took it at a door; never card numbers',
    why: 'matching payments with orders, and answering your bank',
    retention: 'with the invoice',
    ground: 'Law, section 8(7): CGST Act, section 36',
    notices: ['checkout'],
  },
  designs: {
    what: 'Pictures and details of a custom cake',
    why: 'quoting a price and baking it',
    retention: `with the order; ${retentionDays.designs} days if never ordered`,
    notices: ['custom-cake'],
  },
  'order-photos': {
    what: 'A photo of the cake before it leaves, and where it was handed over without the code',
    why: 'letting you see it, stop it if something is wrong, and know where it is',
    retention: `${retentionDays['order-photos']} days, or until you delete your account`,
  },
  reviews: {
    what: 'Stars, words and photo of a review, with first name, area and month',
    why: 'showing others what you say of a cake',
    retention: 'until you take it away or delete your account',
    ground: 'Consent, section 6',
  },
  messages: {
    what: 'Name, email, messages and our answers',
    why: 'replying to you',
    retention: '1 year',
    notices: ['contact'],
  },
  newsletter: {
    what: 'Email for our newsletter, and when you agreed',
    why: 'emailing you offers and new cakes',
    retention: `until you unsubscribe; ${retentionDays.newsletter} days if you don’t confirm`,
    ground: 'Consent, section 6',
    notices: ['newsletter'],
  },
  invitations: {
    what: 'Email of somebody who is invited to work here',
    why: 'letting them join the team',
    retention: `until they join; ${retentionDays.invitations} days if they don’t`,
    ground: 'Employment, section 7(i)',
  },
  riders: {
    what: 'Name and mobile number of who delivers',
    why: 'sending them their orders, and reaching them on the way',
    retention: `${retentionDays.riders} days`,
    ground: 'Employment, section 7(i)',
  },
  mails: {
    what: 'Emails we sent you',
    why: 'finding out whether one arrived',
    retention: `${retentionDays.mails} days`,
  },
  'security-log': {
    what: 'Logins, failed logins and changes of passwords, with the network',
    why: 'finding misuse of accounts',
    retention: '1 year',
    ground: 'Law, section 8(5) and rule 6',
  },
  'audit-log': {
    what: 'Who placed, changed, quoted, refunded or exported something',
    why: 'answering questions about orders and money',
    retention: 'for as long as the shop runs; your email is removed when you delete your account',
    ground: 'Law, section 8(5) and rule 6',
  },
} satisfies Record<string, Omit<DataKind, 'id'>>

export type KindId = keyof typeof kinds

export const dataKinds = Object.entries(kinds).map(([id, kind]): DataKind => ({ id, ...kind }))

export function kindsInNotice(place: NoticePlace): DataKind[] {
  return dataKinds.filter(({ notices }) => notices?.includes(place))
}

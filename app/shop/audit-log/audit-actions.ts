import { tidyEntry } from '#shop/values/typed/typed-entry.ts'

/** All actions in the audit log, as they read after a name: 'admin@… hid the cake'. */
export const auditActions = {
  'place-order': 'placed the order',
  'keep-order': 'took the order of a guest into their account',
  'cancel-order': 'cancelled the order',
  'confirm-item': 'marked an item as ready',
  'undo-item': 'marked an item as not ready',
  'quote-item': 'quoted a price for an item',
  'accept-quote': 'accepted a quote',
  'decline-quote': 'declined a quote',
  'expire-quote': 'closed a quote that was not answered in time',
  'reject-item': 'rejected an item',
  'change-order': 'changed the order',
  'drop-change': 'dropped the change that waited for its payment',
  'drop-item': 'dropped an item',
  'refund-order': 'made a refund',
  'find-upi': 'found a payment by UPI',
  'send-upi': 'sent a refund by UPI',
  'open-dispute': 'was told of a dispute',
  'change-dispute': 'was told how a dispute stands',
  'move-order': 'moved the order',
  'fail-move': 'could not save what a rider said of the order',
  'make-run': 'gave the order to a rider',
  'leave-run': 'took the order from its rider',
  'waive-cash': 'waived what was due at the door',
  'settle-cash': 'settled what was short or too much at the door',
  'say-courier': 'said which courier brings the order',
  'revoke-run': 'revoked the link of the order’s rider',
  'photograph-order': 'took a photo of the order',
  'photograph-door': 'took a photo at the door',
  'hold-order': 'said that something is wrong with the photo',
  'photograph-problem': 'sent a photo of a problem',
  'report-problem': 'reported a problem',
  'review-cake': 'reviewed a cake',
  'judge-review': 'looked at a review',
  'write-back': 'wrote back',
  'ask-back': 'asked the customer about a custom cake',
  'answer-problem': 'answered a problem',
  'reopen-problem': 'marked a problem as not answered',
  'release-order': 'let the order leave',
  'change-recipient': 'changed where the order goes',
  'renew-tracking-link': 'renewed a tracking link',
  'note-order': 'changed the kitchen note',
  'add-cake': 'added the cake',
  'edit-cake': 'changed the cake',
  'hide-cake': 'hid the cake',
  'show-cake': 'published the cake',
  'delete-cake': 'deleted the cake',
  'import-catalogue': 'imported the catalogue',
  'export-catalogue': 'exported the catalogue',
  'export-orders': 'exported orders',
  'export-users': 'exported users',
  'delete-account': 'deleted their account',
  'save-delivery': 'changed the delivery settings',
  'save-day': 'changed a day of delivery',
  'save-words': 'changed what the shop says about itself',
  'add-coupon': 'added a coupon',
  'end-coupon': 'ended a coupon',
  'save-shop': 'changed who the shop is',
  'open-shop': 'opened the shop',
  'save-rate': 'changed a rate of GST',
  'close-day': 'counted the cash of a day',
  'match-upi': 'matched UPI payments with the bank’s statement',
  'export-papers': 'exported the papers of a month',
  'send-mail-again': 'resent emails',
  'invite-staff': 'invited somebody to the staff',
  'withdraw-invitation': 'withdrew an invitation',
  'join-staff': 'joined the staff',
  'change-role': 'changed a role',
  'reset-second-factor': 'reset somebody’s two-step login',
} as const

export type AuditAction = keyof typeof auditActions

/** What an entry is about. Its `subjectId` is the id of an order, a cake or a mail, a day or month, or '' for several. */
export type AuditSubject =
  | 'order'
  | 'cake'
  | 'catalogue'
  | 'users'
  | 'mail'
  | 'delivery'
  | 'words'
  | 'money'

/** A search in the audit log, from the page's address. */
export interface AuditSearch {
  subject: AuditSubject | null
  /** An order's or a cake's id; only with a subject. */
  id: string | null
  action: AuditAction | null
  /** Only entries older than this one. */
  before: number | null
}

export const subjectLabels: Record<AuditSubject, string> = {
  order: 'Orders',
  cake: 'Cakes',
  catalogue: 'Catalogue',
  users: 'Users',
  delivery: 'Delivery',
  words: 'Words',
  mail: 'Emails',
  money: 'Money',
}

export const knownActions = Object.keys(auditActions) as AuditAction[]
const knownSubjects = Object.keys(subjectLabels) as AuditSubject[]

/** Reads a search from the page's address, without what is not valid. */
export function parseAuditSearch(params: URLSearchParams): AuditSearch {
  const subject = knownSubjects.find((one) => one === params.get('subject')) ?? null
  return {
    subject,
    id: subject && ((params.get('id') ?? '').replaceAll('\0', '').slice(0, 100) || null),
    action: knownActions.find((one) => one === params.get('action')) ?? null,
    before: readBefore(params),
  }
}

const entriesPerPage = 50

/** How many entries to read for a page of a log: one more shows whether there are older ones. */
export const entriesToFind = entriesPerPage + 1

/** The entries of a page, and the id before which the next one begins; null on the last. */
export function pageOfLog<Entry extends { id: number }>(found: readonly Entry[]) {
  const entries = found.slice(0, entriesPerPage)
  return { entries, next: found.length > entriesPerPage ? (entries.at(-1)?.id ?? null) : null }
}

/** The id before which a page begins, from its URL; null on the first page. */
export function readBefore(params: URLSearchParams): number | null {
  const before = params.get('before') ?? ''
  return /^[1-9]\d{0,14}$/.test(before) ? Number(before) : null
}

/** The fields of a search that are set, for a URL. */
export function searchFields(search: object): Record<string, string> {
  const set = Object.entries(search).filter(([, value]) => (value ?? '') !== '')
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]))
}

/** All kinds of entries in the security log, as they read after a name: 'owner@… logged in'. */
export const securityKinds = {
  'signed-in': 'logged in',
  'sign-in-failed': 'gave a wrong password',
  'password-guessed': 'had very many wrong passwords in a day',
  'signed-out': 'logged out',
  'session-ended': 'ended a session',
  registered: 'registered',
  'registration-refused': 'registered with an email that has an account',
  'guest-started': 'ordered as a guest',
  'guest-order-kept': 'took a guest’s order into the account',
  'second-factor-on': 'turned the second step on',
  'second-factor-off': 'turned the second step off',
  'second-factor-reset': 'had the second step reset',
  'second-factor-failed': 'gave a wrong code for the second step',
  'recovery-code-used': 'used a recovery code',
  'recovery-codes-replaced': 'made new recovery codes',
  'passkey-added': 'added a passkey',
  'passkey-removed': 'removed a passkey',
  'password-changed': 'changed the password',
  'password-reset-requested': 'asked for a link to a new password',
  'email-change-requested': 'asked for another email',
  'email-changed': 'changed the email',
  'email-confirmed': 'confirmed the email',
  invited: 'invited somebody',
  'role-changed': 'changed a role',
  export: 'exported data',
  // Of earlier entries: the panel opens no emails any more.
  'mail-read': 'read an email',
  'design-read': 'looked at the designs of an order',
  forbidden: 'tried something that is not allowed',
  'limit-reached': 'tried too often',
  'data-downloaded': 'downloaded their data',
  'account-deleted': 'deleted the account',
} as const

export type SecurityKind = keyof typeof securityKinds

/** What the owner can do about an entry of a staff account; the others are for who looks into something, in the export. */
export const whatToDo: Partial<Record<SecurityKind, string>> = {
  'password-guessed': 'Ask them to set a long password that they use nowhere else.',
  'second-factor-off': 'Ask them why, and to turn it on again.',
  'second-factor-reset': 'If it was not you, set a new password, and look at the page Staff.',
  'recovery-code-used': 'Ask whether it was them. If not, reset their second step on Staff.',
  'passkey-added': 'Ask whether that phone or computer is theirs.',
  'email-changed': 'Ask whether it was them. If not, take their role away on Staff.',
  invited: 'If you do not know them, withdraw the invitation on Staff.',
  'role-changed': 'If it is not right, change it on Staff.',
  export: 'Ask what it was for: this data has left the shop.',
  'mail-read': 'Ask what it was for.',
  forbidden: 'They may need another role: see Staff. Otherwise ask them.',
}

/** Details such as the call or the order; never secrets, names or what somebody typed. */
export type SecurityDetails = Record<string, string | number>

/** Strangers can cause these as often as they like: a minute of them is one entry, and the log warns. */
export const suspicious: readonly SecurityKind[] = [
  'sign-in-failed',
  'password-guessed',
  'registration-refused',
  'second-factor-failed',
  'password-reset-requested',
  'forbidden',
  'limit-reached',
]

export interface SecuritySearch {
  kind: SecurityKind | null
  /** The e-mail of an account, '' for any. */
  account: string
  /** A network address, '' for any. */
  network: string
}

export const knownKinds = Object.keys(securityKinds) as SecurityKind[]

type SearchText = Partial<Record<'kind' | 'account' | 'network', string>>

/** Reads a search, without what is not valid. */
export function parseSecuritySearch({ kind, ...typed }: SearchText): SecuritySearch {
  return {
    kind: knownKinds.find((one) => one === kind) ?? null,
    account: tidyEntry(typed.account ?? '').toLowerCase(),
    network: tidyEntry(typed.network ?? ''),
  }
}

import { readBefore } from '#ui/lists/log-search.ts'

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
  'drop-item': 'dropped an item',
  'refund-order': 'made a refund',
  'open-dispute': 'was told of a dispute',
  'change-dispute': 'was told how a dispute stands',
  'move-order': 'moved the order',
  'fail-move': 'could not save what a rider said of the order',
  'make-run': 'gave the order to a rider',
  'leave-run': 'took the order from its rider',
  'waive-cash': 'waived what was due at the door',
  'settle-cash': 'settled what was short or too much at the door',
  'revoke-run': 'revoked the link of the order’s rider',
  'photograph-order': 'took a photo of the order',
  'photograph-door': 'took a photo at the door',
  'hold-order': 'said that something is wrong with the photo',
  'photograph-problem': 'sent a photo of a problem',
  'report-problem': 'reported a problem',
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
  'save-shop': 'changed who the shop is',
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

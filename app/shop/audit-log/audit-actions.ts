/** All actions in the audit log, as they read after a name: 'admin@… hid the cake'. */
export const auditActions = {
  'place-order': 'placed the order',
  'cancel-order': 'cancelled the order',
  'confirm-item': 'prepared an item',
  'quote-item': 'offered a price for an item',
  'accept-quote': 'accepted a price',
  'decline-quote': 'declined a price',
  'expire-quote': 'ended an offer that was not answered',
  'reject-item': 'rejected an item',
  'refund-order': 'gave money back',
  'note-order': 'wrote a note for the kitchen',
  'add-cake': 'added the cake',
  'edit-cake': 'changed the cake',
  'hide-cake': 'hid the cake',
  'show-cake': 'put the cake on show',
  'delete-cake': 'deleted the cake',
  'import-catalogue': 'imported the catalogue',
  'export-catalogue': 'exported the catalogue',
  'export-orders': 'exported orders',
  'export-users': 'exported users',
  'send-mail-again': 'sent mails again',
} as const

export type AuditAction = keyof typeof auditActions

/** What an entry is about. Its `subjectId` is the id of an order, a cake or a mail, or '' for several. */
export type AuditSubject = 'order' | 'cake' | 'catalogue' | 'users' | 'mail'

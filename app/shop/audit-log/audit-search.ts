import { readBefore } from '#ui/lists/log-search.ts'
import { type AuditAction, type AuditSubject, auditActions } from './audit-actions.ts'

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
  mail: 'Emails',
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

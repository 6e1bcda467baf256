import { Link } from 'react-router'
import { EmailText } from '#shop/accounts/email-text.tsx'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { type JournalAction, type JournalSubject, journalActions } from './journal-action.ts'
import type { FieldChange } from './journal-change.ts'

/** An entry as the page shows it. */
export interface ShownEntry {
  id: number
  /** ISO 8601, UTC. */
  at: string
  actor: 'customer' | 'admin' | 'shop'
  actorEmail: string | null
  action: JournalAction
  subject: JournalSubject
  subjectId: string
  /** The order's number; null for all else. */
  orderNumber: number | null
  changes: FieldChange[]
}

/** One entry: when, who, what, and what it changed. */
export function JournalRow({ entry }: { entry: ShownEntry }) {
  const { at, actor, actorEmail, action, changes } = entry
  return (
    <tr className="align-top">
      <td className="min-w-24 lg:whitespace-nowrap">
        <time dateTime={at}>{formatDateTime(new Date(at))}</time>
      </td>
      <td className="lg:min-w-52">
        {actorEmail ? <EmailText email={actorEmail} /> : 'The shop itself'}
        {actor !== 'shop' && <span className="block text-cocoa-soft">{actor}</span>}
      </td>
      <td className="min-w-36">
        {journalActions[action]}
        <span className="block wrap-anywhere">
          <Subject {...entry} />
        </span>
      </td>
      <td className="min-w-56">
        {changes.length > 0 ? <Changes changes={changes} /> : <span aria-hidden="true">–</span>}
      </td>
    </tr>
  )
}

const linkLook = 'text-berry underline underline-offset-3'

function Subject({ action, subject, subjectId, orderNumber }: ShownEntry) {
  if (orderNumber !== null) {
    return (
      <Link to={`/admin/orders/${orderNumber}`} className={linkLook}>
        Order {orderNumber}
      </Link>
    )
  }
  if (subject !== 'cake') return null
  if (action === 'delete-cake') return subjectId
  return (
    <Link to={`/admin/cakes/${encodeURIComponent(subjectId)}`} className={linkLook}>
      {subjectId}
    </Link>
  )
}

function Changes({ changes }: { changes: FieldChange[] }) {
  const list = (
    <dl className="grid gap-1">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="wrap-anywhere">
          <dt className="inline text-cocoa-soft">{field}: </dt>
          <dd className="inline">
            {before !== null && <del className="text-cocoa-soft">{before}</del>}
            {before !== null && after !== null && <span aria-hidden="true"> → </span>}
            {after !== null && <ins className="no-underline">{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
  if (changes.length <= fewChanges) return list
  return (
    <details>
      <summary className="inline-flex min-h-6 font-semibold text-berry underline underline-offset-3">
        {changes.length} fields
      </summary>
      {list}
    </details>
  )
}

const fewChanges = 4

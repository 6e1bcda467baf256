import { Link } from 'react-router'
import type { Role } from '#shop/accounts/roles.ts'
import { Moment } from '#shop/values/moment.tsx'
import { TableOrCards } from '#ui/lists/data-table.tsx'
import { EmailText } from '#ui/user-text.tsx'
import { type AuditAction, type AuditSubject, auditActions } from './audit-actions.ts'
import type { FieldChange } from './audit-changes.ts'

/** An entry on the page. */
export interface ShownEntry {
  id: number
  /** ISO 8601, UTC. */
  at: string
  actor: 'customer' | 'admin' | 'shop'
  actorRole: Role | null
  actorEmail: string | null
  action: AuditAction
  subject: AuditSubject
  subjectId: string
  /** Null if the entry is not about an order. */
  orderNumber: number | null
  changes: FieldChange[]
}

export function AuditLogTable({ entries }: { entries: readonly ShownEntry[] }) {
  return (
    <TableOrCards
      label="Audit log"
      columns={['When', 'Who', 'What', 'Changes']}
      rows={entries.map((entry) => <Row key={entry.id} entry={entry} />)}
      cards={entries.map((entry) => <Card key={entry.id} entry={entry} />)}
    />
  )
}

function Row({ entry }: { entry: ShownEntry }) {
  return (
    <tr className="align-top">
      <td className="whitespace-nowrap">
        <Moment at={entry.at} />
      </td>
      <td className="min-w-52">
        <Who {...entry} />
      </td>
      <td className="min-w-36">
        <What {...entry} />
      </td>
      <td className="min-w-56">
        {entry.changes.length > 0 ? (
          <Changes changes={entry.changes} />
        ) : (
          <span aria-hidden="true">–</span>
        )}
      </td>
    </tr>
  )
}

function Card({ entry }: { entry: ShownEntry }) {
  return (
    <li className="card grid content-start gap-2 p-4 text-sm">
      <p className="text-xs text-cocoa-soft">
        <Moment at={entry.at} />
      </p>
      <div className="font-semibold">
        <What {...entry} />
      </div>
      <div className="min-w-0">
        <Who {...entry} />
      </div>
      {entry.changes.length > 0 && <Changes changes={entry.changes} />}
    </li>
  )
}

function Who({ actor, actorRole, actorEmail }: ShownEntry) {
  return (
    <>
      {actorEmail ? <EmailText email={actorEmail} /> : 'Automatic'}
      {actor !== 'shop' && <span className="block text-cocoa-soft">{actorRole ?? actor}</span>}
    </>
  )
}

function What(entry: ShownEntry) {
  return (
    <>
      {auditActions[entry.action]}
      <span className="block wrap-anywhere">
        <Subject {...entry} />
      </span>
    </>
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
  if (changes.length <= maxOpenChanges) return list
  return (
    <details>
      <summary className="inline-flex min-h-6 font-semibold text-berry underline underline-offset-3">
        {changes.length} fields
      </summary>
      {list}
    </details>
  )
}

/** More changes than these are folded. */
const maxOpenChanges = 4

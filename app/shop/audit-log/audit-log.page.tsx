import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { orderNumbers } from '#shop/orders/orders.store.server.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { Moment } from '#shop/values/moment.tsx'
import { Button, ButtonLink, lowTextLink } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { type ListColumn, ListTable } from '#ui/lists/data-table.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { EmailText } from '#ui/user-text.tsx'
import type { Route } from './+types/audit-log.page.ts'
import {
  type AuditSearch,
  auditActions,
  entriesToFind,
  knownActions,
  pageOfLog,
  parseAuditSearch,
  searchFields,
  subjectLabels,
} from './audit-actions.ts'
import { listAuditLog } from './audit-log.store.server.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'see-audit-log')
  const search = parseAuditSearch(url.searchParams)
  const found = await listAuditLog(app.db, { ...search, limit: entriesToFind })
  const { entries, next } = pageOfLog(found)
  const orderIds = entries.flatMap(({ subject, subjectId }) =>
    subject === 'order' && subjectId !== '' ? [subjectId] : [],
  )
  const numbers = await orderNumbers(app.db, [...new Set(orderIds)])
  return {
    search,
    next,
    entries: entries.map(({ before, after, at, actorId: _, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      orderNumber: numbers.get(entry.subjectId) ?? null,
      changes: fieldChanges(before, after),
    })),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Audit log')

export default function AuditLogPage({
  loaderData: { search, entries, next },
}: Route.ComponentProps) {
  return (
    <LogPage
      title="Audit log"
      intro="Who did what and when, newest first."
      path="/admin/audit-log"
      search={search}
      fields={<AuditFields {...search} />}
      next={next}
    >
      {entries.length > 0 ? (
        <div className="card p-2">
          <ListTable label="Audit log" columns={columns} rows={entries} />
        </div>
      ) : null}
    </LogPage>
  )
}

interface LogPageProps {
  title: string
  intro: string
  path: string
  /** From the URL. */
  search: { before: number | null }
  fields: ReactNode
  /** The id before which the next page begins; null on the last. */
  next: number | null
  /** The entries; null if none was found. */
  children: ReactNode
}

/** A page of a log: its filters, entries from the newest on, links to older ones. It works without JavaScript. */
function LogPage({ title, intro, next, children, ...page }: LogPageProps) {
  const { before, ...filter } = page.search
  const pageFrom = (id: number | null) =>
    `?${new URLSearchParams(searchFields({ ...filter, before: id }))}`
  return (
    <div className="grid gap-5">
      <header className="grid gap-1">
        <h1 className="text-3xl">{title}</h1>
        <p className="text-cocoa-soft">{intro}</p>
      </header>
      <Filters path={page.path} filter={searchFields(filter)}>
        {page.fields}
      </Filters>
      {children ?? (
        <p className="card p-5 text-sm text-cocoa-soft">
          No entries found. Change the filters, or show all.
        </p>
      )}
      <Pager
        label={`Pages of: ${title}`}
        back={before === null ? null : { to: pageFrom(null), text: 'Newest entries' }}
        on={next === null ? null : { to: pageFrom(next), text: 'Older entries' }}
      />
    </div>
  )
}

interface FiltersProps {
  path: string
  filter: Record<string, string>
  children: ReactNode
}

function Filters({ path, filter, children }: FiltersProps) {
  return (
    <search>
      <Form
        // After a navigation the fields show what the URL has.
        key={JSON.stringify(filter)}
        action={path}
        className="grid grid-cols-[repeat(auto-fit,minmax(14rem,1fr))] items-end gap-3 *:max-w-96"
      >
        {children}
        <div className="mb-1.5 flex flex-wrap gap-3">
          <Button type="submit" early variant="secondary">
            Apply
          </Button>
          {Object.keys(filter).length > 0 && (
            <ButtonLink to={path} variant="quiet">
              Show all
            </ButtonLink>
          )}
        </div>
      </Form>
    </search>
  )
}

function AuditFields({ subject, action }: AuditSearch) {
  return (
    <>
      <SelectField label="About" name="subject" defaultValue={subject ?? ''}>
        <option value="">All</option>
        {Object.entries(subjectLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Action" name="action" defaultValue={action ?? ''}>
        <option value="">Any</option>
        {knownActions.map((value) => (
          <option key={value} value={value}>
            {auditActions[value]}
          </option>
        ))}
      </SelectField>
    </>
  )
}

type ShownEntry = Route.ComponentProps['loaderData']['entries'][number]

const columns: ListColumn<ShownEntry>[] = [
  ['When', ({ at }) => <Moment at={at} />, 'whitespace-nowrap'],
  ['Who', (entry) => <Who {...entry} />, 'min-w-52'],
  ['What', (entry) => <What {...entry} />, 'min-w-36'],
  ['Changes', ({ changes }) => <Changes changes={changes} />, 'min-w-56'],
]

function Who({ actor, actorRole, actorEmail }: ShownEntry) {
  return (
    <>
      <span>{actorEmail ? <EmailText email={actorEmail} /> : 'Automatic'}</span>
      {actor !== 'shop' && <span className="block text-cocoa-soft">{actorRole ?? actor}</span>}
    </>
  )
}

function What(entry: ShownEntry) {
  return (
    <>
      <span>{auditActions[entry.action]}</span>
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
        {`Order ${orderNumber}`}
      </Link>
    )
  }
  if (subject !== 'cake') return null
  if (action === 'delete-cake') return <span>{subjectId}</span>
  return (
    <Link to={`/admin/cakes/${encodeURIComponent(subjectId)}`} className={linkLook}>
      {subjectId}
    </Link>
  )
}

function Changes({ changes }: { changes: FieldChange[] }) {
  if (changes.length === 0) return <span aria-hidden="true">–</span>
  const list = (
    <dl className="grid gap-1">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="wrap-anywhere">
          <dt className="inline text-cocoa-soft">{`${field}: `}</dt>
          <dd className="inline" translate="no">
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
      <summary className={lowTextLink}>{`${changes.length} fields`}</summary>
      {list}
    </details>
  )
}

/** More changes than these are folded. */
const maxOpenChanges = 4

/** A field before and after an action; null where it has no value. */
interface FieldChange {
  field: string
  before: string | null
  after: string | null
}

const maxText = 300

/** The fields that differ before and after an action, as text, without ids. Nested fields have names like 'user.name'. */
export function fieldChanges(before: unknown, after: unknown): FieldChange[] {
  const oldFields = toFields(before)
  const newFields = toFields(after)
  return [...new Set([...oldFields.keys(), ...newFields.keys()])].flatMap((field) => {
    const change = {
      field,
      before: oldFields.get(field) ?? null,
      after: newFields.get(field) ?? null,
    }
    return change.before === change.after ? [] : [change]
  })
}

function toFields(value: unknown, name = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const text = toText(value, name)
    return new Map(text === '' ? [] : [[fieldName(name), text]])
  }
  const fields = Object.entries(value)
  return new Map(
    fields.flatMap(([key, inner]) => [...toFields(inner, name ? `${name}.${key}` : key)]),
  )
}

function toText(value: unknown, name: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && isPaise(name)) return `${value / 100}`
  const text = Array.isArray(value)
    ? value.map((one) => toText(one, '')).join(', ')
    : toPlainText(value)
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text
}

function toPlainText(value: unknown): string {
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (isId.test(text)) return ''
  // Statuses are stored like 'out_for_delivery'.
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text
}

/** 'earlierPrice' → 'earlier price', 'pricePaise' → 'price (Rs.)'. */
function fieldName(name: string): string {
  const words = name.replace(/Paise$/, '').replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  return isPaise(name) ? `${words.toLowerCase()} (Rs.)` : words.toLowerCase()
}

const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function isPaise(name: string): boolean {
  return name.endsWith('Paise')
}

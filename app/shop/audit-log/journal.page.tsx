import { appContext } from '#app/context.server.ts'
import { requireAdmin } from '#shop/accounts/require-customer.server.ts'
import { orderNumbers } from '#shop/orders/orders.store.server.ts'
import { Pager } from '#ui/pager.tsx'
import type { Route } from './+types/journal.page.ts'
import { listJournal } from './journal.store.server.ts'
import { fieldChanges } from './journal-change.ts'
import { JournalForm } from './journal-form.tsx'
import { journalQuery, parseJournalSearch } from './journal-search.ts'
import { JournalTable } from './journal-table.tsx'

const entriesPerPage = 50

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireAdmin(request, app)
  const search = parseJournalSearch(new URL(request.url).searchParams)
  const found = await listJournal(app.db, {
    before: search.before ?? undefined,
    limit: entriesPerPage + 1,
    subject: search.subject ?? undefined,
    subjectId: search.id ?? undefined,
    action: search.action ?? undefined,
  })
  const page = found.slice(0, entriesPerPage)
  const ofOrders = page.filter(({ subject, subjectId }) => subject === 'order' && subjectId !== '')
  const numbers = await orderNumbers(app.db, [
    ...new Set(ofOrders.map(({ subjectId }) => subjectId)),
  ])
  return {
    search,
    next: found.length > entriesPerPage ? (page.at(-1)?.id ?? null) : null,
    entries: page.map(({ before, after, at, actorId: _, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      orderNumber: numbers.get(entry.subjectId) ?? null,
      changes: fieldChanges(before, after),
    })),
  }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Journal | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function JournalPage({
  loaderData: { search, entries, next },
}: Route.ComponentProps) {
  return (
    <div className="grid gap-5">
      <header className="grid gap-1">
        <h1 className="text-3xl">Journal</h1>
        <p className="text-cocoa-soft">Who did what, and when; the newest first.</p>
      </header>
      <JournalForm search={search} />
      {entries.length > 0 ? (
        <JournalTable entries={entries} />
      ) : (
        <p className="card p-5 text-sm text-cocoa-soft">
          Nothing is written here. Choose something else above, or show all.
        </p>
      )}
      <Pager
        label="Pages of the journal"
        back={
          search.before === null
            ? null
            : { to: journalQuery({ ...search, before: null }), text: 'Back to the newest' }
        }
        on={
          next === null
            ? null
            : { to: journalQuery({ ...search, before: next }), text: 'Older entries' }
        }
      />
    </div>
  )
}

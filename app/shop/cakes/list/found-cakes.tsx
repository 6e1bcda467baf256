import { type MouseEvent, type Ref, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { loadNeeded } from '#ui/connection.ts'
import { Icon, searchXIcon } from '#ui/icon.tsx'
import { EmptyState } from '#ui/lists/list-parts.tsx'
import { Spinner, useBusy } from '#ui/loading.tsx'
import { toast } from '#ui/toast.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { CakeSummary } from '../cake.schema.ts'
import { CakeCard } from '../cake-card.tsx'
import { categoryCakes } from '../cake-price.ts'
import { type CakeSearch, type CakeView, parseAfter, queryOf } from '../cake-search.ts'
import type { SearchCakes } from '../read-cakes.server.ts'

/** How many cards are above the fold on a wide screen. */
const firstRow = 4

interface FoundCardsProps {
  cakes: CakeSummary[]
  view: CakeView
  label?: string
  list?: Ref<HTMLUListElement>
}

export function FoundCards({ cakes, view, label = 'Cakes', list }: FoundCardsProps) {
  const columns =
    view === 'grid' ? 'grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4' : 'gap-4'
  return (
    <ul ref={list} aria-label={label} className={`grid ${columns}`}>
      {cakes.map((cake, place) => (
        <CakeCard key={cake.id} cake={cake} view={view} priority={place < firstRow} />
      ))}
    </ul>
  )
}

interface MoreCakesProps {
  search: CakeSearch
  count: number
  more: ReturnType<typeof useMoreCakes>
}

/** The link to the next cakes. With script they are added to this page. */
export function MoreCakes({ search, count, more }: MoreCakesProps) {
  const { cakes, next, isAdding, addMore } = more
  const isLater = parseAfter(new URLSearchParams(useLocation().search)) !== undefined
  if (next === null && !isLater) return null

  function add(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void addMore()
  }

  return (
    <nav aria-label="More cakes" className="flex flex-wrap justify-center gap-3 pt-3">
      {!isLater && (
        <p role="status" className="w-full text-center text-sm text-cocoa-soft">
          {`Showing ${cakes.length} of ${count}`}
        </p>
      )}
      {isLater && (
        <ButtonLink to={{ search: queryOf(search) }} variant="secondary">
          Back to first page
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink
          to={{ search: queryOf(search, next) }}
          aria-disabled={isAdding || undefined}
          onClick={add}
        >
          {isAdding && <Spinner />}
          <span>Show more cakes</span>
        </ButtonLink>
      )}
    </nav>
  )
}

interface CakesShown {
  cakes: CakeSummary[]
  /** The id after which the next cakes come; null when these are the last. */
  next: string | null
}

/** The cakes added to pages of the catalogue, by their places in the browser's history, for visitors who come back. */
const addedBefore = new Map<string, CakesShown[]>()
const maxPlaces = 20

/** The cakes of a page of the catalogue, with those that were added after them. The focus goes to the first new one. */
export function useMoreCakes(first: CakesShown, search: CakeSearch) {
  const { key } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  const { busy: isAdding, whileBusy } = useBusy()
  const [firstNew, setFirstNew] = useState<number | null>(null)
  const [saved, setSaved] = useState({ first, key, added: addedBefore.get(key) ?? [] })
  // After a reload of the page's data the added cakes may have changed as well.
  const added = saved.key === key ? [] : (addedBefore.get(key) ?? [])
  const shown = saved.first === first ? saved : { first, key, added }
  if (shown !== saved) setSaved(shown)
  // The same list in every render: the cards may still be those of the server.
  const cakes = useMemo(
    () => withoutDuplicates([first, ...shown.added].flatMap((page) => page.cakes)),
    [first, shown.added],
  )
  const next = (shown.added.at(-1) ?? first).next

  useEffect(() => {
    if (firstNew === null) return
    list.current?.children[firstNew]?.querySelector('a')?.focus()
    setFirstNew(null)
  }, [firstNew])

  async function addMore() {
    if (next === null) return
    try {
      const added = [...shown.added, await readMore(search, next)]
      remember(key, added)
      setSaved((now) => (now.first === first ? { ...now, added } : now))
      setFirstNew(cakes.length)
    } catch (error) {
      const { ApiError } = await apiClient()
      if (!(error instanceof ApiError)) throw error
      toast.error(error.problem.detail)
    }
  }

  return { cakes, next, isAdding, addMore: () => whileBusy(addMore), list }
}

// Lazy, because few visitors go on.
const apiClient = () => import('#platform/http/api-client.ts')

async function readMore(
  { view: _, price, ...filter }: CakeSearch,
  cursor: string,
): Promise<CakesShown> {
  const { call } = await loadNeeded(apiClient)
  return call<SearchCakes>('GET /cakes/search', {
    query: { ...filter, price: price ?? undefined, cursor },
  })
}

function remember(key: string, added: CakesShown[]) {
  addedBefore.delete(key)
  addedBefore.set(key, added)
  const [oldest] = addedBefore.keys()
  if (addedBefore.size > maxPlaces && oldest !== undefined) addedBefore.delete(oldest)
}

/** The catalogue may have changed between two pages. */
function withoutDuplicates(cakes: CakeSummary[]): CakeSummary[] {
  return [...new Map(cakes.map((cake) => [cake.id, cake])).values()]
}

/** A word in a name may also name a category. */
export function CategoryLinks({
  search,
  categories,
}: {
  search: CakeSearch
  categories: string[]
}) {
  if (categories.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-4">
      {categories.map((category) => (
        <Link
          key={category}
          to={{ search: queryOf({ ...search, text: '', category }) }}
          preventScrollReset
          className="inline-flex min-h-11 items-center underline underline-offset-3 hover:text-berry"
        >
          {categoryCakes(category)}
        </Link>
      ))}
    </p>
  )
}

interface ReadAsProps {
  text: string
  match: 'name' | 'details' | 'near'
  readAs: string | null
}

export function ReadAs({ text, match, readAs }: ReadAsProps) {
  if (match === 'name' && readAs === null) return null
  return (
    <p role="status" className="rounded-card bg-blush px-4 py-3">
      {readAs === null ? (
        <span>
          No cakes named <UserText>{`“${text}”`}</UserText>. Showing matching flavours and
          categories.
        </span>
      ) : (
        <span>
          Showing results for <UserText>{`“${readAs}”`}</UserText>
        </span>
      )}
      {match === 'near' && (
        <span>
          . Another cake in mind?{' '}
          <Link to={customCake(text)} className="underline underline-offset-3 hover:text-berry">
            Have it made
          </Link>
        </span>
      )}
    </p>
  )
}

/** The page that orders a custom cake, with what was looked for as its details. */
const customCake = (text: string) =>
  text ? `/customizecake?${new URLSearchParams({ detail: text })}` : '/customizecake'

export function NothingFound({ text, clearQuery }: { text: string; clearQuery: string }) {
  return (
    <EmptyState
      picture={<Icon path={searchXIcon} size={44} />}
      title="No cakes found"
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink to={customCake(text)}>Have it made</ButtonLink>
          <ButtonLink to={{ search: clearQuery }} variant="secondary" preventScrollReset>
            Clear filters
          </ButtonLink>
        </div>
      }
    >
      Try another word, or remove a filter. Or tell us what you have in mind, and we’ll make it.
    </EmptyState>
  )
}

import { type MouseEvent, type Ref, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { loadNeeded } from '#ui/connection.ts'
import { Spinner } from '#ui/loading.tsx'
import { toast } from '#ui/toast.tsx'
import { useBusy } from '#ui/use-busy.ts'
import { AdminTool } from '../admin/list/use-admin-tools.tsx'
import type { CakeSummary } from '../cake.schema.ts'
import { CakeCard } from '../cake-card.tsx'
import { type CakeSearch, type CakeView, parseAfter } from '../cake-search.ts'
import type { SearchCakes } from '../read-cakes.server.ts'
import { queryOf } from './use-cake-search.ts'

/** How many cards are above the fold on a wide screen. */
const firstRow = 4

interface CakeCardsProps {
  cakes: CakeSummary[]
  view: CakeView
  label?: string
  list?: Ref<HTMLUListElement>
}

export function CakeCards({ cakes, view, label = 'Cakes', list }: CakeCardsProps) {
  const columns =
    view === 'grid' ? 'grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4' : 'gap-4'
  return (
    <ul ref={list} aria-label={label} className={`grid ${columns}`}>
      {cakes.map((cake, place) => (
        <CakeCard
          key={cake.id}
          cake={cake}
          view={view}
          priority={place < firstRow}
          tool={<AdminTool cake={cake} />}
        />
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

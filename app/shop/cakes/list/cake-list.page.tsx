import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { hasZones } from '#shop/delivery/delivery-plan.ts'
import { pageMeta } from '#shop/storefront/page-meta.ts'
import { Button } from '#ui/button.tsx'
import { inputLook } from '#ui/forms/field.tsx'
import { useEarlyInput } from '#ui/hydration.tsx'
import { Icon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { toast } from '#ui/toast.tsx'
import { UserText } from '#ui/user-text.tsx'
import { type Cake, toCakeSummary } from '../cake.schema.ts'
import { LoadingCake } from '../cake-card.tsx'
import {
  activeFilters,
  type CakeSearch,
  parseAfter,
  parseCakeSearch,
  queryOf,
} from '../cake-search.ts'
import { SearchField } from '../search/search-field.tsx'
import { cakesPerPage, searchCakes } from '../search-cakes.server.ts'
import type { Route } from './+types/cake-list.page.ts'
import { ActiveFilters, clearedFilters, FilterPanel, SortBar } from './filter-and-sort.tsx'
import {
  CategoryLinks,
  FoundCards,
  MoreCakes,
  NothingFound,
  ReadAs,
  useMoreCakes,
} from './found-cakes.tsx'

/** How long typing must pause before the address changes, ms: browsers reject too many changes. */
const pause = 200

/**
 * The search that the page shows, in step with its address. `type` changes the search at once and the address in place,
 * after a pause; `choose` makes a new address, so that the back button undoes it. What the form has before hydration counts
 * as typed. `isLooking` until the page shows the cakes of the form.
 */
function useCakeSearch(formId: string, maxRupees: number) {
  const { pathname, search: address } = useLocation()
  const navigate = useNavigate()
  const { location: next } = useNavigation()
  const leaving = next !== undefined && next.pathname !== pathname
  const [search, setSearch] = useState(() => read(address, maxRupees))
  const latest = useRef(queryOf(search))
  const pendingQueries = useRef(new Set<string>())

  useEarlyInput(formId, (found) => {
    const params = new URLSearchParams(address)
    for (const [name, value] of found) params.set(name, value)
    const chosen = read(`?${params}`, maxRupees)
    if (queryOf(chosen) !== queryOf(search)) setSearch(chosen)
  })

  const write = useCallback(
    (next: CakeSearch, replace: boolean) => {
      latest.current = queryOf(next)
      pendingQueries.current.add(latest.current)
      void navigate({ search: latest.current }, { replace, preventScrollReset: true })
    },
    [navigate],
  )

  // An address that was not written here: the back button, a link. Our own navigations may arrive out of order.
  useEffect(() => {
    const found = read(address, maxRupees)
    const query = queryOf(found)
    if (query === latest.current) pendingQueries.current.clear()
    else if (!pendingQueries.current.has(query)) {
      latest.current = query
      setSearch(found)
    }
  }, [address, maxRupees])

  useEffect(() => {
    if (leaving || queryOf(search) === latest.current) return
    const timer = setTimeout(() => write(search, true), pause)
    return () => clearTimeout(timer)
  }, [search, leaving, write])

  return {
    search,
    isLooking: next?.pathname === pathname || queryOf(search) !== queryOf(read(address, maxRupees)),
    type: (change: Partial<CakeSearch>) => setSearch({ ...search, ...change }),
    choose(change: Partial<CakeSearch>) {
      const next = { ...search, ...change }
      setSearch(next)
      write(next, false)
    },
  }
}

/** A price at the end of the slider is no filter. A form that is sent without script has it. */
function read(address: string, maxRupees: number): CakeSearch {
  const search = parseCakeSearch(new URLSearchParams(address))
  const atEnd = search.price !== null && search.price >= maxRupees
  return atEnd ? { ...search, price: null } : search
}

const slidersIcon = 'M10 5H3M12 19H3M14 3v4M16 17v4M21 12h-9M21 19h-5M21 5h-7M8 10v4M8 12H3'

// After the page: it is closed until then.
const Sheet = lazyPart(async () => (await import('#ui/modal.tsx')).Sheet)

const formId = 'cake-filters'
const resultsId = 'cakes-found'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { publishedCakes, deliveryPlan } = context.get(appContext)
  const index = publishedCakes.current()
  const params = new URL(request.url).searchParams
  const search = parseCakeSearch(params)
  const page = { limit: cakesPerPage, after: parseAfter(params) }
  const { cakes, ...found } = searchCakes(index, search, page)
  const isDescribed = search.view === 'list'
  const toSummary = (cake: Cake) => toCakeSummary(cake, { isDescribed })
  return {
    text: search.text,
    found: {
      ...found,
      cakes: cakes.map(toSummary),
      others: found.others.map(toSummary),
      nearest: found.nearest.map(toSummary),
    },
    choices: index.choices,
    hasZones: hasZones(deliveryPlan.current()),
  }
}

/** Without a connection the cakes that are shown stay. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<Shown> {
  try {
    return await serverLoader()
  } catch (error) {
    // fetch throws it when the connection is lost.
    if (!(error instanceof TypeError) || !lastShown) throw error
    toast.error('The shop could not be reached. Check your connection and try again.')
    return lastShown
  }
}

type Shown = Awaited<ReturnType<typeof loader>>
let lastShown: Shown | null = null

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Cakes',
    description:
      'Browse all our cakes and pastries: chocolate, fruit, birthday, wedding and Indian fusion. Filter by flavour, price, egg or eggless.',
    path: '/products',
  })

export default function CakeListPage({ loaderData }: Route.ComponentProps) {
  const { text, found, choices } = loaderData
  const { search, isLooking, type, choose } = useCakeSearch(formId, choices.maxRupees)
  const more = useMoreCakes(found, search)
  const [sheetOpen, setSheetOpen] = useState(false)
  const results = useRef<HTMLHeadingElement>(null)
  const panel = { search, choices, hasZones: loaderData.hasZones, onType: type, onChoose: choose }
  const { count } = found
  useEffect(() => {
    lastShown = loaderData
    return () => {
      lastShown = null
    }
  }, [loaderData])
  return (
    <div className="shell py-6 md:py-10">
      <div className="mb-5 grid items-center gap-x-8 gap-y-4 md:mb-8 md:grid-cols-[14rem_1fr] lg:grid-cols-[17rem_1fr]">
        <h1 className="text-3xl">Cakes</h1>
        <div className="relative z-20 max-w-xl">
          <SearchField
            form={formId}
            value={search.text}
            onChange={(event) => type({ text: event.target.value })}
            className={`${inputLook} pl-11!`}
          />
        </div>
      </div>
      <div className="grid items-start gap-8 md:grid-cols-[14rem_1fr] lg:grid-cols-[17rem_1fr]">
        <aside className="card p-4 max-md:hidden md:sticky md:top-20 md:max-h-[calc(100dvh-6rem)] md:overflow-y-auto noscript:block">
          <FilterPanel id={formId} {...panel} />
        </aside>
        <section aria-labelledby={resultsId} className="grid min-w-0 gap-5">
          <h2 id={resultsId} ref={results} tabIndex={-1} className="sr-only">
            Cakes found
          </h2>
          <SortBar
            count={count}
            search={search}
            formId={formId}
            onSort={(sort) => choose({ sort })}
          >
            <FiltersButton
              active={activeFilters(search).length}
              onClick={() => setSheetOpen(true)}
            />
          </SortBar>
          <ActiveFilters
            search={search}
            onTakeOff={() => results.current?.focus({ preventScroll: true })}
          />
          <div
            aria-busy={isLooking}
            className="grid gap-5 transition-opacity duration-250 aria-busy:opacity-50"
          >
            <CategoryLinks search={search} categories={found.categories} />
            {found.count > 0 && <ReadAs text={text} match={found.match} readAs={found.readAs} />}
            {more.cakes.length > 0 ? (
              <FoundCards cakes={more.cakes} view={search.view} list={more.list} />
            ) : (
              <NothingFound text={text} clearQuery={queryOf(clearedFilters(search))} />
            )}
            <MoreCakes search={search} count={count} more={more} />
            {found.others.length > 0 && more.next === null && (
              <>
                <h2 className="mt-4 text-xl">
                  More for <UserText>{`“${text}”`}</UserText>
                </h2>
                <FoundCards cakes={found.others} view={search.view} label="More cakes" />
              </>
            )}
            {found.nearest.length > 0 && (
              <>
                <h2 className="mt-4 text-xl">You may also like</h2>
                <FoundCards cakes={found.nearest} view={search.view} label="Nearest cakes" />
              </>
            )}
          </div>
        </section>
      </div>
      <Sheet
        open={sheetOpen}
        onClose={() => setSheetOpen(false)}
        title="Filters"
        side="left"
        footer={
          <Button wide onClick={() => setSheetOpen(false)}>
            {`Show ${count} ${count === 1 ? 'cake' : 'cakes'}`}
          </Button>
        }
      >
        <FilterPanel {...panel} onSubmit={() => setSheetOpen(false)} />
      </Sheet>
      <LoadingCake />
    </div>
  )
}

function FiltersButton({ active, onClick }: { active: number; onClick: () => void }) {
  return (
    <Button variant="secondary" className="px-4 md:hidden" aria-haspopup="dialog" onClick={onClick}>
      <Icon path={slidersIcon} size={18} />
      <span>Filters</span>
      {active > 0 && (
        <span className="grid size-6 place-items-center rounded-pill bg-berry text-xs text-paper">
          <span>{active}</span>
          <span className="sr-only"> active</span>
        </span>
      )}
    </Button>
  )
}

import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { hasZones } from '#shop/delivery/delivery-plan.ts'
import { pageMeta } from '#shop/storefront/page-meta.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { inputLook } from '#ui/forms/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { toast } from '#ui/toast.tsx'
import { UserText } from '#ui/user-text.tsx'
import { type Cake, toCakeSummary } from '../cake.schema.ts'
import { LoadingCake } from '../cake-card.tsx'
import { activeFilters, type CakeSearch, parseAfter, parseCakeSearch } from '../cake-search.ts'
import { categoryCakes } from '../category.ts'
import { SearchField } from '../search/search-field.tsx'
import { cakesPerPage, searchCakes } from '../search-cakes.server.ts'
import type { Route } from './+types/cake-list.page.ts'
import { CakeCards, MoreCakes, useMoreCakes } from './cake-cards.tsx'
import { ActiveFilters, clearedFilters, FilterPanel, SortBar } from './filter-and-sort.tsx'
import { queryOf, useCakeSearch } from './use-cake-search.ts'

const searchXIcon = 'M13.5 8.5l-5 5M8.5 8.5l5 5M3 11a8 8 0 1 0 16 0a8 8 0 1 0-16 0M21 21l-4.3-4.3'

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
              <CakeCards cakes={more.cakes} view={search.view} list={more.list} />
            ) : (
              <NothingFound text={text} clearQuery={queryOf(clearedFilters(search))} />
            )}
            <MoreCakes search={search} count={count} more={more} />
            {found.others.length > 0 && more.next === null && (
              <>
                <h2 className="mt-4 text-xl">
                  More for <UserText>{`“${text}”`}</UserText>
                </h2>
                <CakeCards cakes={found.others} view={search.view} label="More cakes" />
              </>
            )}
            {found.nearest.length > 0 && (
              <>
                <h2 className="mt-4 text-xl">You may also like</h2>
                <CakeCards cakes={found.nearest} view={search.view} label="Nearest cakes" />
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

/** A word in a name may also name a category. */
function CategoryLinks({ search, categories }: { search: CakeSearch; categories: string[] }) {
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

function ReadAs({ text, match, readAs }: ReadAsProps) {
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

function NothingFound({ text, clearQuery }: { text: string; clearQuery: string }) {
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

import { SearchX, SlidersHorizontal } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { ShouldRevalidateFunction } from 'react-router'
import { appContext, pageTags } from '#app/context.server.ts'
import { useAdminTools } from '#shop/catalogue/use-admin-tools.tsx'
import { pageMeta } from '#shop/storefront/page-meta.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Sheet } from '#ui/sheet.tsx'
import type { Route } from './+types/cake-list.page.ts'
import { ActiveFilters } from './active-filters.tsx'
import type { Cake } from './cake.schema.ts'
import { CakeCard } from './cake-card.tsx'
import {
  activeFilters,
  type CakeView,
  categoriesOf,
  flavoursOf,
  maxPrice,
  searchCakes,
} from './cake-search.ts'
import { catalogueTag } from './cake-tags.ts'
import { listCakes } from './cakes.store.server.ts'
import { type CardCake, cardOf } from './card-cake.ts'
import { clearedFilters, FilterPanel } from './filter-panel.tsx'
import { LoadingCake } from './loading-cake.tsx'
import { SortBar } from './sort-bar.tsx'
import { queryOf, useCakeSearch } from './use-cake-search.ts'

const formId = 'cake-filters'
const resultsId = 'cakes-found'
/** How many cards are above the fold on a wide screen. */
const firstRow = 4

export async function loader({ context }: Route.LoaderArgs) {
  context.get(pageTags).add(catalogueTag)
  const cakes = await listCakes(context.get(appContext).db)
  return { cakes: cakes.map(forCatalogue) }
}

/** The browser has every cake already: a filter asks the server nothing. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => currentUrl.search === nextUrl.search && defaultShouldRevalidate

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Cakes',
    description:
      'Every cake of our kitchen: chocolate, fruit, birthday, wedding and Indian fusion cakes, pastries too. Filter by flavour, price, egg or eggless.',
    path: '/products',
  })

export default function CakeListPage({ loaderData: { cakes } }: Route.ComponentProps) {
  const choices = useMemo(
    () => ({
      categories: categoriesOf(cakes),
      flavours: flavoursOf(cakes),
      mostRupees: maxPrice(cakes),
    }),
    [cakes],
  )
  const { search, type, choose } = useCakeSearch(formId, choices.mostRupees)
  const found = useMemo(() => searchCakes(cakes, search), [cakes, search])
  const [sheetOpen, setSheetOpen] = useState(false)
  const results = useRef<HTMLHeadingElement>(null)
  const panel = { search, choices, onType: type, onChoose: choose }
  return (
    <div className="shell py-6 md:py-10">
      <h1 className="mb-5 text-3xl md:mb-8">Cakes</h1>
      <div className="grid items-start gap-8 md:grid-cols-[14rem_1fr] lg:grid-cols-[17rem_1fr]">
        <aside className="card p-4 max-md:hidden md:sticky md:top-20 md:max-h-[calc(100dvh-6rem)] md:overflow-y-auto noscript:block">
          <FilterPanel id={formId} {...panel} />
        </aside>
        <section aria-labelledby={resultsId} className="grid min-w-0 gap-5">
          <h2 id={resultsId} ref={results} tabIndex={-1} className="sr-only">
            Cakes found
          </h2>
          <SortBar
            count={found.length}
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
          {found.length > 0 ? (
            <CakeCards cakes={found} view={search.view} />
          ) : (
            <NothingFound clearQuery={queryOf(clearedFilters(search))} />
          )}
        </section>
      </div>
      <Sheet
        open={sheetOpen}
        onClose={() => setSheetOpen(false)}
        title="Filters"
        side="left"
        footer={
          <Button wide onClick={() => setSheetOpen(false)}>
            Show {found.length} {found.length === 1 ? 'cake' : 'cakes'}
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
    <Button
      variant="secondary"
      className="px-4 md:hidden noscript:hidden"
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <SlidersHorizontal size={18} aria-hidden="true" />
      Filters
      {active > 0 && (
        <span className="grid size-6 place-items-center rounded-pill bg-berry text-xs text-paper">
          {active}
          <span className="sr-only"> active</span>
        </span>
      )}
    </Button>
  )
}

function CakeCards({ cakes, view }: { cakes: CardCake[]; view: CakeView }) {
  const tools = useAdminTools()
  const columns =
    view === 'grid' ? 'grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4' : 'gap-4'
  return (
    <ul className={`grid ${columns}`}>
      {cakes.map((cake, place) => (
        <li key={cake.id}>
          <CakeCard cake={cake} view={view} priority={place < firstRow} tool={tools.onCard(cake)} />
        </li>
      ))}
    </ul>
  )
}

function NothingFound({ clearQuery }: { clearQuery: string }) {
  return (
    <EmptyState
      picture={<SearchX size={44} aria-hidden="true" />}
      title="No cake is quite like that"
      action={
        <ButtonLink to={{ search: clearQuery }} preventScrollReset>
          Clear filters
        </ButtonLink>
      }
    >
      Try another word, or take off a filter or two.
    </EmptyState>
  )
}

/** Cards, in both views, and filters need no more. */
function forCatalogue(cake: Cake): CardCake & Pick<Cake, 'flavours'> {
  const { description, flavours } = cake
  return { ...cardOf(cake), description, flavours }
}

import type { ComponentType, MouseEvent, Ref } from 'react'
import { useLocation } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { Spinner } from '#ui/loading.tsx'
import type { CakeSummary } from '../cake.schema.ts'
import { CakeCard } from '../cake-card.tsx'
import { type CakeSearch, type CakeView, parseAfter } from '../cake-search.ts'
import { queryOf } from './use-cake-search.ts'

/** How many cards are above the fold on a wide screen. */
const firstRow = 4

interface CakeCardsProps {
  cakes: CakeSummary[]
  view: CakeView
  list: Ref<HTMLUListElement>
  /** In the corner of each card. */
  Tool: ComponentType<{ cake: CakeSummary }>
}

/** The cakes that were found. */
export function CakeCards({ cakes, view, list, Tool }: CakeCardsProps) {
  const columns =
    view === 'grid' ? 'grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4' : 'gap-4'
  return (
    <ul ref={list} className={`grid ${columns}`}>
      {cakes.map((cake, place) => (
        <li key={cake.id}>
          <CakeCard
            cake={cake}
            view={view}
            priority={place < firstRow}
            tool={<Tool cake={cake} />}
          />
        </li>
      ))}
    </ul>
  )
}

interface MoreCakesProps {
  search: CakeSearch
  /** The id after which the next cakes come; null when these are the last. */
  next: string | null
  /** How many are on the page, and how many there are. */
  shown: number
  count: number
  isAdding: boolean
  addMore: () => Promise<void>
}

/** The way to the next cakes: without script to another page, else they are added to this one. */
export function MoreCakes({ search, next, shown, count, isAdding, addMore }: MoreCakesProps) {
  const isLater = parseAfter(new URLSearchParams(useLocation().search)) !== undefined
  if (next === null && !isLater) return null

  function add(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void addMore()
  }

  return (
    <nav aria-label="More cakes" className="grid justify-items-center gap-3 pt-3">
      {!isLater && (
        <p role="status" className="text-sm text-cocoa-soft">
          Showing {shown} of {count}
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-3">
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
            Show more cakes
          </ButtonLink>
        )}
      </div>
    </nav>
  )
}

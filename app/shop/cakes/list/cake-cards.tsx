import type { ComponentType, Ref } from 'react'
import { CakeCard } from '../cake-card.tsx'
import type { CakeView } from '../cake-search.ts'
import type { CakeSummary } from '../cake-summary.ts'

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

import type { MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { Spinner } from '#ui/loading.tsx'
import { type CakeSearch, parseAfter } from '../cake-search.ts'
import { queryOf } from './use-cake-search.ts'

interface MoreCakesProps {
  search: CakeSearch
  /** The id after which the next cakes come; null when these are the last. */
  next: string | null
  /** How many are on the page, and how many there are, as the counter says it. */
  shown: number
  count: string
  isAdding: boolean
  addMore: () => Promise<void>
}

/** How many cakes were found: '30', or '500+' where they were not counted on. */
export function countText({ count, hasMore }: { count: number; hasMore: boolean }): string {
  return `${count}${hasMore ? '+' : ''}`
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
          {shown} of {count} shown
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {isLater && (
          <ButtonLink to={{ search: queryOf(search) }} variant="secondary">
            Back to the first cakes
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

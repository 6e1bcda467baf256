import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { toast } from '#ui/toast.tsx'
import type { CakeSummary } from '../cake.schema.ts'
import type { CakeSearch } from '../cake-search.ts'
import type { CakesShown } from './read-more-cakes.ts'

/** What was added to pages of the catalogue, by their places in the browser's history: who comes back finds it again. */
const addedBefore = new Map<string, CakesShown[]>()
const placesKept = 20

/** The cakes of a page of the catalogue, with those that were asked for after them. The focus goes to the first new one. */
export function useMoreCakes(first: CakesShown, search: CakeSearch) {
  const { key } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  const [isAdding, setAdding] = useState(false)
  const [firstNew, setFirstNew] = useState<number | null>(null)
  const [held, setHeld] = useState({ first, key, added: addedBefore.get(key) ?? [] })
  // A page that was reloaded where it was: what had been added may have changed as well.
  const added = held.key === key ? [] : (addedBefore.get(key) ?? [])
  const shown = held.first === first ? held : { first, key, added }
  if (shown !== held) setHeld(shown)
  // The same list in every render: the cards may still be those of the server.
  const cakes = useMemo(
    () => withoutTwins([first, ...shown.added].flatMap((page) => page.cakes)),
    [first, shown.added],
  )
  const next = (shown.added.at(-1) ?? first).next

  useEffect(() => {
    if (firstNew === null) return
    list.current?.children[firstNew]?.querySelector('a')?.focus()
    setFirstNew(null)
  }, [firstNew])

  async function addMore() {
    if (next === null || isAdding) return
    setAdding(true)
    try {
      const { readMoreCakes } = await import('./read-more-cakes.ts')
      const page = await readMoreCakes(search, next)
      if (typeof page === 'string') return toast.error(page)
      const added = [...shown.added, page]
      keep(key, added)
      setHeld((now) => (now.first === first ? { ...now, added } : now))
      setFirstNew(cakes.length)
    } finally {
      setAdding(false)
    }
  }

  return { cakes, next, isAdding, addMore, list }
}

function keep(key: string, added: CakesShown[]) {
  addedBefore.delete(key)
  addedBefore.set(key, added)
  const [oldest] = addedBefore.keys()
  if (addedBefore.size > placesKept && oldest !== undefined) addedBefore.delete(oldest)
}

/** The catalogue may have changed between two pages. */
function withoutTwins(cakes: CakeSummary[]): CakeSummary[] {
  return [...new Map(cakes.map((cake) => [cake.id, cake])).values()]
}

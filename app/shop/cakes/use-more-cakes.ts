import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { ApiError, call } from '#platform/http/api-client.ts'
import { toast } from '#ui/toast.ts'
import type { CakeSearch } from './cake-search.ts'
import type { searchCakesEndpoint } from './cakes.endpoints.ts'
import type { CardCake } from './card-cake.ts'

interface Page {
  cakes: CardCake[]
  next: string | null
}

/** What was added to pages of the catalogue, by their places in the browser's history: who comes back finds it again. */
const addedBefore = new Map<string, Page[]>()
const placesKept = 20

/** The cakes of a page of the catalogue, with those that were asked for after them. The focus goes to the first new one. */
export function useMoreCakes(first: Page, search: CakeSearch) {
  const { key } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  const [isAdding, setAdding] = useState(false)
  const [firstNew, setFirstNew] = useState<number | null>(null)
  const [held, setHeld] = useState({ first, key, added: addedBefore.get(key) ?? [] })
  // A page that was read anew, where it was: what had been added may have changed as well.
  const added = held.key === key ? [] : (addedBefore.get(key) ?? [])
  const shown = held.first === first ? held : { first, key, added }
  if (shown !== held) setHeld(shown)
  const cakes = withoutTwins([first, ...shown.added].flatMap((page) => page.cakes))
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
      const added = [...shown.added, await readPage(search, next)]
      keep(key, added)
      setHeld((now) => (now.first === first ? { ...now, added } : now))
      setFirstNew(cakes.length)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.problem.detail)
    } finally {
      setAdding(false)
    }
  }

  return { cakes, next, isAdding, addMore, list }
}

function readPage({ view: _, price, ...filter }: CakeSearch, cursor: string): Promise<Page> {
  return call<typeof searchCakesEndpoint>('GET /cakes/search', {
    query: { ...filter, price: price ?? undefined, cursor },
  })
}

function keep(key: string, added: Page[]) {
  addedBefore.delete(key)
  addedBefore.set(key, added)
  const [oldest] = addedBefore.keys()
  if (addedBefore.size > placesKept && oldest !== undefined) addedBefore.delete(oldest)
}

/** The catalogue may have changed between two pages. */
function withoutTwins(cakes: CardCake[]): CardCake[] {
  return [...new Map(cakes.map((cake) => [cake.id, cake])).values()]
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { useEarlyInput } from '#ui/hydration.tsx'
import { type CakeSearch, parseCakeSearch, toSearchParams } from '../cake-search.ts'

/** How long the address waits for typing and sliding to pause, ms; browsers refuse too many changes of it. */
const pause = 200

/** The address of a search within the catalogue: '?flavour=Mango', '' for the whole catalogue; of its first page, or of the one after a cake. */
export function queryOf(search: CakeSearch, after?: string): string {
  const params = toSearchParams(search, after).toString()
  return params && `?${params}`
}

/**
 * The search that the page shows, in step with its address. `type` takes keys and sliding at once and changes the
 * address in place; `choose` makes a new address, so that the back button takes it back. What stands in the
 * form already when the page becomes live counts as typed. `isLooking` until the cakes of what is shown in the form are there.
 */
export function useCakeSearch(formId: string, maxRupees: number) {
  const { pathname, search: address } = useLocation()
  const navigate = useNavigate()
  const { location: next } = useNavigation()
  const leaving = next !== undefined && next.pathname !== pathname
  const [search, setSearch] = useState(() => read(address, maxRupees))
  const latest = useRef(queryOf(search))
  const onTheirWay = useRef(new Set<string>())

  useEarlyInput(formId, (found) => {
    const params = new URLSearchParams(address)
    for (const [name, value] of found) params.set(name, value)
    const chosen = read(`?${params}`, maxRupees)
    if (queryOf(chosen) !== queryOf(search)) setSearch(chosen)
  })

  const write = useCallback(
    (next: CakeSearch, replace: boolean) => {
      latest.current = queryOf(next)
      onTheirWay.current.add(latest.current)
      void navigate({ search: latest.current }, { replace, preventScrollReset: true })
    },
    [navigate],
  )

  // An address that was not written here: the back button, a link. Our own navigations may arrive out of order.
  useEffect(() => {
    const found = read(address, maxRupees)
    const query = queryOf(found)
    if (query === latest.current) onTheirWay.current.clear()
    else if (!onTheirWay.current.has(query)) {
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

/** The slider at its end is no filter, as a form sent without script has it. */
function read(address: string, maxRupees: number): CakeSearch {
  const search = parseCakeSearch(new URLSearchParams(address))
  const atEnd = search.price !== null && search.price >= maxRupees
  return atEnd ? { ...search, price: null } : search
}

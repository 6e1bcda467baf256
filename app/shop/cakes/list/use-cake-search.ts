import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { useEarlyInput } from '#ui/hydration.tsx'
import { type CakeSearch, parseCakeSearch, toSearchParams } from '../cake-search.ts'

/** How long typing must pause before the address changes, ms: browsers reject too many changes. */
const pause = 200

/** The query of a search: '?flavour=Mango', '' for the whole catalogue. @param after the id of the cake before the page */
export function queryOf(search: CakeSearch, after?: string): string {
  const params = toSearchParams(search, after).toString()
  return params && `?${params}`
}

/**
 * The search that the page shows, in step with its address. `type` changes the search at once and the address in place,
 * after a pause; `choose` makes a new address, so that the back button undoes it. What the form has before hydration counts
 * as typed. `isLooking` until the page shows the cakes of the form.
 */
export function useCakeSearch(formId: string, maxRupees: number) {
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

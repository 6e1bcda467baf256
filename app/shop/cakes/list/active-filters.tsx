import { FilterChips } from '#ui/lists/filter-chips.tsx'
import { activeFilters, type CakeSearch, defaultCakeSearch } from '../cake-search.ts'
import { queryOf } from './use-cake-search.ts'

interface ActiveFiltersProps {
  search: CakeSearch
  /** Called when one is taken off, for the focus has to go elsewhere. */
  onTakeOff: () => void
}

/** The filters of cakes in use; pressing one takes it off. */
export function ActiveFilters({ search, onTakeOff }: ActiveFiltersProps) {
  const filters = activeFilters(search).map((filter) => ({
    ...filter,
    without: queryOf({ ...search, [filter.key]: defaultCakeSearch[filter.key] }),
  }))
  return <FilterChips filters={filters} onTakeOff={onTakeOff} />
}

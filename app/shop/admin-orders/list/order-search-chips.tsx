import { FilterChips } from '#ui/filter-chips.tsx'
import { activeOrderFilters, allOrders, type OrderSearch, orderQuery } from '../order-search.ts'

interface OrderListChipsProps {
  search: OrderSearch
  /** Called when one is taken off, for the focus has to go elsewhere. */
  onTakeOff: () => void
}

/** The filters of orders in use; pressing one takes it off, and 'Clear all' all of them. */
export function OrderListChips({ search, onTakeOff }: OrderListChipsProps) {
  const filters = activeOrderFilters(search).map((filter) => ({
    ...filter,
    without: orderQuery({ ...search, [filter.key]: allOrders[filter.key], before: null }),
  }))
  return <FilterChips filters={filters} withoutAll="" onTakeOff={onTakeOff} />
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { buttonLook } from '#ui/button.tsx'
import { Field, inputLook } from '#ui/forms/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { FilterChips } from '#ui/lists/list-parts.tsx'
import { categoryLabel } from '../cake-price.ts'
import {
  activeFilters,
  avoidable,
  type CakeSearch,
  type CakeSort,
  type CakeView,
  defaultCakeSearch,
  type FilterChoices,
  queryOf,
  readyHours,
  readyOptions,
  sortOptions,
} from '../cake-search.ts'
import { type Choice, ChoiceChips } from '../choice-chips.tsx'
import { EggText } from '../food/egg-mark.tsx'

const listIcon = 'M3 5h.01M3 12h.01M3 19h.01M8 5h13M8 12h13M8 19h13'

const gridIcon =
  'M4 3h5a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1zM15 3h5a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1zM15 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1zM4 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1z'

interface FilterPanelProps {
  /** Ties controls elsewhere on the page to this form. */
  id?: string
  search: CakeSearch
  choices: FilterChoices
  /** Only in a shop with zones do customers choose a delivery time. */
  hasZones: boolean
  onType: (change: Partial<CakeSearch>) => void
  onChoose: (change: Partial<CakeSearch>) => void
  onSubmit?: () => void
}

/** The filters of the catalogue: without script a plain form. */
export function FilterPanel({ id, onSubmit, ...props }: FilterPanelProps) {
  const { search, choices, hasZones, onType, onChoose } = props
  return (
    <form
      id={id}
      action="/products"
      aria-label="Filters"
      className="grid gap-5 md:gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.()
      }}
    >
      <ChoiceChips
        legend="Category"
        name="category"
        choices={['all', ...choices.categories].map(asChoice)}
        value={search.category}
        onChange={(category) => onChoose({ category })}
      />
      <FilterSelect {...props} label="Flavour" name="flavour" of={choices.flavours} />
      {(choices.occasions.length > 0 || search.occasion !== 'all') && (
        <FilterSelect {...props} label="Occasion" name="occasion" of={choices.occasions} />
      )}
      <ChoiceChips
        legend="Egg"
        name="egg"
        choices={eggChoices}
        value={search.egg}
        onChange={(egg) => onChoose({ egg: egg as CakeSearch['egg'] })}
      />
      <FilterSelect
        {...props}
        label="Allergen to avoid"
        name="without"
        of={avoidable}
        none="None"
      />
      {hasZones && (
        <ChoiceChips
          legend="Ready for"
          name="ready"
          choices={readyChoices}
          value={search.ready}
          onChange={(ready) => onChoose({ ready: ready as CakeSearch['ready'] })}
        />
      )}
      <PriceSlider search={search} maxRupees={choices.maxRupees} onType={onType} />
      {search.view !== defaultCakeSearch.view && (
        <input type="hidden" name="view" value={search.view} />
      )}
      <button type="submit" className={`${buttonLook({ wide: true })} not-noscript:hidden`}>
        Apply
      </button>
      <Link
        to={`/products${queryOf(clearedFilters(search))}`}
        preventScrollReset
        className={buttonLook({ variant: 'secondary', size: 'small', wide: true })}
      >
        Clear filters
      </Link>
    </form>
  )
}

/** The same order and view, nothing filtered. */
export function clearedFilters({ sort, view }: CakeSearch): CakeSearch {
  return { ...defaultCakeSearch, sort, view }
}

const asChoice = (value: string): Choice => ({
  value,
  label: value === 'all' ? 'All' : categoryLabel(value),
})

const eggChoices: Choice[] = [
  asChoice('all'),
  ...(['Egg', 'Eggless'] as const).map((egg) => ({
    value: egg,
    label: <EggText egg={egg} />,
  })),
]

const readyChoices: Choice[] = readyOptions.map(({ value, label }) => ({
  value,
  label,
  note: value === 'all' ? undefined : `${readyHours(value)} hours`,
}))

interface FilterSelectProps extends Pick<FilterPanelProps, 'search' | 'onChoose'> {
  label: string
  name: 'flavour' | 'occasion' | 'without'
  of: readonly string[]
  none?: string
}

function FilterSelect({ label, name, of, none = 'All', search, onChoose }: FilterSelectProps) {
  const value = search[name]
  // An address may have a part of a flavour, such as 'mango'.
  const isKnown = value === 'all' || of.includes(value)
  return (
    <label className="grid items-center gap-x-2 gap-y-1.5 text-sm font-semibold lg:grid-cols-[5.5rem_1fr]">
      <span>{label}</span>
      <select
        name={name}
        value={value}
        onChange={(event) => onChoose({ [name]: event.target.value })}
        className={`select ${inputLook} pr-11 font-normal`}
      >
        <option value="all">{none}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {of.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  )
}

interface PriceSliderProps extends Pick<FilterPanelProps, 'search' | 'onType'> {
  maxRupees: number
}

function PriceSlider({ search, maxRupees, onType }: PriceSliderProps) {
  const shown = Math.min(search.price ?? maxRupees, maxRupees)
  const upTo = formatInr(toPaise(shown))
  return (
    <Field label={`Price: up to ${upTo}`} hint="Per kg, or per piece for pastries" error={null}>
      {(tied) => (
        <input
          {...tied}
          type="range"
          name="price"
          aria-valuetext={`Up to ${upTo}`}
          min={0}
          max={maxRupees}
          step={maxRupees % 10 === 0 ? 10 : 1}
          value={shown}
          onChange={({ target: { valueAsNumber: price } }) =>
            onType({ price: price >= maxRupees ? null : price })
          }
          className="h-11 w-full cursor-pointer accent-berry md:-my-1"
        />
      )}
    </Field>
  )
}

interface ActiveFiltersProps {
  search: CakeSearch
  onTakeOff: () => void
}

export function ActiveFilters({ search, onTakeOff }: ActiveFiltersProps) {
  const filters = activeFilters(search).map((filter) => ({
    ...filter,
    without: queryOf({ ...search, [filter.key]: defaultCakeSearch[filter.key] }),
  }))
  return <FilterChips filters={filters} onTakeOff={onTakeOff} />
}

interface SortBarProps {
  count: number
  search: CakeSearch
  /** The form that the sort order is sent with when there is no script. */
  formId: string
  onSort: (sort: CakeSort) => void
  children?: ReactNode
}

export function SortBar({ count, search, formId, onSort, children }: SortBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <p role="status" className="mr-auto text-sm text-cocoa-soft max-md:order-1">
        {`${count} Product Available`}
      </p>
      {children}
      <label className="flex items-center gap-2 text-sm max-md:flex-1">
        <span className="shrink-0 max-lg:sr-only">Sort by</span>
        <select
          name="sort"
          form={formId}
          value={search.sort}
          onChange={(event) => onSort(event.target.value as CakeSort)}
          className={`select ${inputLook} min-w-42 pr-11`}
        >
          {sortOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <nav
        aria-label="View"
        className="flex max-md:order-1 rounded-pill border border-stroke bg-paper p-0.5"
      >
        <ViewLink view="grid" search={search} label="Grid view">
          <Icon path={gridIcon} size={20} />
        </ViewLink>
        <ViewLink view="list" search={search} label="List view">
          <Icon path={listIcon} size={20} />
        </ViewLink>
      </nav>
    </div>
  )
}

interface ViewLinkProps {
  view: CakeView
  search: CakeSearch
  label: string
  children: ReactNode
}

function ViewLink({ view, search, label, children }: ViewLinkProps) {
  return (
    <Link
      to={`/products${queryOf({ ...search, view })}`}
      preventScrollReset
      aria-label={label}
      aria-current={search.view === view ? 'true' : undefined}
      className="inline-flex size-11 items-center justify-center rounded-pill text-cocoa-soft transition hover:text-berry aria-[current]:bg-blush aria-[current]:text-berry-deep"
    >
      {children}
    </Link>
  )
}

import { Link } from 'react-router'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { Field, SelectField } from '#ui/forms/field.tsx'
import { FilterChips } from '#ui/lists/filter-chips.tsx'
import {
  activeFilters,
  type CakeSearch,
  defaultCakeSearch,
  type FilterChoices,
  readyHours,
  readyOptions,
} from '../cake-search.ts'
import { categoryLabel } from '../category.ts'
import { type Choice, ChoiceChips } from '../choice-chips.tsx'
import { EggText } from '../egg-mark.tsx'
import { queryOf } from './use-cake-search.ts'

interface FilterPanelProps {
  /** Ties controls elsewhere on the page to this form. */
  id?: string
  search: CakeSearch
  choices: FilterChoices
  /** Only there can a customer see how long a cake takes. */
  hasZones: boolean
  onType: (change: Partial<CakeSearch>) => void
  onChoose: (change: Partial<CakeSearch>) => void
  onSubmit?: () => void
}

/** The filters of the catalogue. Without script it is a form that asks the server. */
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
      <FlavourSelect search={search} flavours={choices.flavours} onChoose={onChoose} />
      <ChoiceChips
        legend="Egg"
        name="egg"
        choices={eggChoices}
        value={search.egg}
        onChange={(egg) => onChoose({ egg: egg as CakeSearch['egg'] })}
      />
      {hasZones && (
        <ChoiceChips
          legend="Can be here"
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
      <div className="grid gap-2">
        <div className="hidden noscript:block">
          <Button type="submit" wide>
            Apply
          </Button>
        </div>
        <Link
          to={`/products${queryOf(clearedFilters(search))}`}
          preventScrollReset
          className={buttonLook({ variant: 'secondary', size: 'small', wide: true })}
        >
          Clear filters
        </Link>
      </div>
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

interface FlavourSelectProps extends Pick<FilterPanelProps, 'search' | 'onChoose'> {
  flavours: string[]
}

function FlavourSelect({ search: { flavour }, flavours, onChoose }: FlavourSelectProps) {
  // An address may ask for a part of a flavour, such as 'mango'.
  const known = flavour === 'all' || flavours.includes(flavour)
  return (
    <SelectField
      label="Flavour"
      name="flavour"
      value={flavour}
      onChange={(event) => onChoose({ flavour: event.target.value })}
    >
      <option value="all">All</option>
      {!known && <option value={flavour}>{flavour}</option>}
      {flavours.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </SelectField>
  )
}

interface PriceSliderProps extends Pick<FilterPanelProps, 'search' | 'onType'> {
  maxRupees: number
}

function PriceSlider({ search, maxRupees, onType }: PriceSliderProps) {
  const shown = Math.min(search.price ?? maxRupees, maxRupees)
  const text = `Up to ${formatInr(toPaise(shown))}`
  return (
    <Field
      label={
        <span className="flex justify-between gap-2">
          Price <output className="font-normal tabular-nums">{text}</output>
        </span>
      }
      hint="Per kg, or per piece for pastries"
    >
      {(tied) => (
        <input
          {...tied}
          type="range"
          name="price"
          aria-valuetext={text}
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
  /** Called when one is taken off, for the focus has to go elsewhere. */
  onTakeOff: () => void
}

export function ActiveFilters({ search, onTakeOff }: ActiveFiltersProps) {
  const filters = activeFilters(search).map((filter) => ({
    ...filter,
    without: queryOf({ ...search, [filter.key]: defaultCakeSearch[filter.key] }),
  }))
  return <FilterChips filters={filters} onTakeOff={onTakeOff} />
}

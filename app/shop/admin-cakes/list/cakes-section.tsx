import { CakeSlice, Plus, SearchX } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { Collapsible } from '#ui/collapsible.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LiveSearch } from '#ui/live-search.tsx'
import { Pager } from '#ui/pager.tsx'
import { AdminCakeList, type AdminCakeRow } from './admin-cake-list.tsx'

interface CakesSectionProps {
  open: boolean
  text: string
  total: number
  /** How many of them the search finds. */
  matching: number
  cakes: AdminCakeRow[]
  /** Whether these are the first. */
  first: boolean
  next: string | null
}

/** The catalogue in the panel. It opens by itself where the address asks for it. */
export function CakesSection({ open, text, total, matching, ...page }: CakesSectionProps) {
  return (
    <Collapsible
      id="cakes"
      title="Cakes"
      open={open}
      aside={<span className="tabular-nums">Total No of Cakes: {total}</span>}
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
          {total > 0 && (
            <div className="grow md:max-w-md">
              <LiveSearch
                label="Search cakes"
                placeholder="Name or category"
                name="cakes"
                value={text}
                action="/admin#cakes"
                resets={['cakesAfter']}
              />
            </div>
          )}
          <ButtonLink to="/admin/addcake" className="mb-1.5 ml-auto">
            <Plus size={18} aria-hidden="true" />
            Add Cake
          </ButtonLink>
        </div>
        <p aria-live="polite" className={text === '' ? 'sr-only' : 'text-sm text-cocoa-soft'}>
          {text !== '' && `${matching === 1 ? '1 cake' : `${matching} cakes`} for “${text}”`}
        </p>
        <Cakes total={total} {...page} />
      </div>
    </Collapsible>
  )
}

type CakesProps = Pick<CakesSectionProps, 'total' | 'cakes' | 'first' | 'next'>

function Cakes({ total, cakes, first, next }: CakesProps) {
  if (total === 0)
    return (
      <EmptyState
        picture={<CakeSlice size={44} aria-hidden="true" />}
        title="No cake yet"
        action={<ButtonLink to="/admin/addcake">Add the first one</ButtonLink>}
      >
        Customers see your cakes as soon as you add them.
      </EmptyState>
    )
  if (cakes.length === 0)
    return (
      <EmptyState picture={<SearchX size={44} aria-hidden="true" />} title="No cake is like that">
        Try another word: a part of a name or of a category will do.
      </EmptyState>
    )
  return (
    <>
      <AdminCakeList cakes={cakes} />
      <Pages first={first} next={next} />
    </>
  )
}

function Pages({ first, next }: Pick<CakesProps, 'first' | 'next'>) {
  const [search] = useSearchParams()
  const pageAfter = (id: string | null) => {
    const params = new URLSearchParams(search)
    params.delete('cakesAfter')
    if (id !== null) params.set('cakesAfter', id)
    else if (!params.has('cakes')) params.set('cakes', '')
    return { search: `?${params}`, hash: '#cakes' }
  }
  return (
    <Pager
      label="Pages of cakes"
      back={first ? null : { to: pageAfter(null), text: 'First cakes' }}
      on={next === null ? null : { to: pageAfter(next), text: 'Next cakes' }}
    />
  )
}

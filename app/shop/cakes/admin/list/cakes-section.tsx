import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { picturePath } from '#shop/pictures/picture-sizes.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Collapsible } from '#ui/forms/plain-form.tsx'
import { cakeSliceIcon, eyeOffIcon, Icon, plusIcon, searchXIcon } from '#ui/icon.tsx'
import { LiveSearch } from '#ui/lists/data-table.tsx'
import { EmptyState } from '#ui/lists/list-parts.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { pencilIcon } from '#ui/more-icons.ts'
import { categoryLabel, priceUnit } from '../../cake-price.ts'
import { EggMark } from '../../food/egg-mark.tsx'
import type { loadCakesSection } from '../admin-cakes.store.server.ts'
import { waitingText } from '../import/cake-pictures.tsx'
import { DeleteCake, HideCake } from './cake-actions.tsx'

type Section = Awaited<ReturnType<typeof loadCakesSection>>

export function CakesSection(props: Section) {
  const { open, text, total, pictureless, matching, ...page } = props
  const { pathname } = useLocation()
  return (
    <Collapsible
      id="cakes"
      title="Cakes"
      open={open}
      aside={<span className="tabular-nums">{`Total No of Cakes: ${total}`}</span>}
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
                action={`${pathname}#cakes`}
                resets={['cakesAfter']}
              />
            </div>
          )}
          <ButtonLink to="/admin/addcake" className="mb-1.5 ml-auto">
            <Icon path={plusIcon} size={18} />
            Add Cake
          </ButtonLink>
        </div>
        {pictureless > 0 && (
          <p>
            <Link to="/admin/catalogue#pictures" className="font-semibold text-berry underline">
              {waitingText(pictureless)}
            </Link>
          </p>
        )}
        <p aria-live="polite" className={text === '' ? 'sr-only' : 'text-sm text-cocoa-soft'}>
          {text !== '' && `${matching === 1 ? '1 cake' : `${matching} cakes`} for “${text}”`}
        </p>
        <Cakes total={total} {...page} />
      </div>
    </Collapsible>
  )
}

type Listed = Pick<Section, 'total' | 'cakes' | 'first' | 'next'>

function Cakes({ total, cakes, first, next }: Listed) {
  if (total === 0)
    return (
      <EmptyState
        picture={<Icon path={cakeSliceIcon} size={44} />}
        title="No cakes yet"
        action={<ButtonLink to="/admin/addcake">Add your first cake</ButtonLink>}
      >
        Customers see your cakes as soon as you add them.
      </EmptyState>
    )
  if (cakes.length === 0)
    return (
      <EmptyState picture={<Icon path={searchXIcon} size={44} />} title="No cakes found">
        Try part of a name or a category.
      </EmptyState>
    )
  return (
    <>
      <AdminCakeList cakes={cakes} />
      <Pages first={first} next={next} />
    </>
  )
}

function Pages({ first, next }: Pick<Section, 'first' | 'next'>) {
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

function AdminCakeList({ cakes }: { cakes: Section['cakes'] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {cakes.map((cake) => (
        <li
          key={cake.id}
          className="grid items-center gap-x-4 gap-y-1 py-2.5 md:grid-cols-[minmax(0,1fr)_auto]"
        >
          <CakeSummary cake={cake} />
          <div className="grid grid-cols-3 max-md:-mx-2 max-[22.5rem]:[&_svg]:hidden md:w-90">
            <ButtonLink variant="plain" size="small" to={`/admin/cakes/${cake.id}`}>
              <Icon path={pencilIcon} size={17} />
              Edit<span className="sr-only">{` ${cake.name}`}</span>
            </ButtonLink>
            <HideCake cake={cake} />
            <DeleteCake cake={cake} look="words" />
          </div>
        </li>
      ))}
    </ul>
  )
}

function CakeSummary({ cake }: { cake: Section['cakes'][number] }) {
  const { id, name, category, price, egg, featured, hidden, isUnsaid, picture } = cake
  return (
    <div className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-4">
      <div
        className={`size-16 overflow-hidden rounded-field bg-blush ${hidden ? 'opacity-50 grayscale' : ''}`}
      >
        {picture && (
          <img
            src={picturePath(picture.id, 320, 'webp')}
            alt=""
            width={320}
            height={320}
            loading="lazy"
            decoding="async"
            className="size-full object-cover"
            style={{ backgroundColor: picture.colour }}
          />
        )}
      </div>
      <div className="grid gap-0.5">
        <div className="flex items-start gap-2">
          <EggMark egg={egg} className="mt-1 size-4" />
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link
              to={`/admin/cakes/${id}`}
              className="font-semibold underline-offset-4 hover:text-berry hover:underline"
            >
              {name}
            </Link>
            {featured && <Badge>Featured</Badge>}
            {isUnsaid && <Badge>Label incomplete</Badge>}
            {hidden && (
              <Badge>
                <Icon path={eyeOffIcon} size={13} />
                Hidden
              </Badge>
            )}
          </p>
        </div>
        <p className="text-sm text-cocoa-soft">
          <span>{`${categoryLabel(category)} ·`}</span>{' '}
          <span className="tabular-nums">{formatInr(toPaise(price))}</span>{' '}
          <span>{priceUnit(category)}</span>
        </p>
      </div>
    </div>
  )
}

function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1 rounded-chip bg-blush px-2 py-0.5 text-xs font-semibold">
      {children}
    </span>
  )
}

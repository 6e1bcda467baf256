import { EyeOff, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isPricedFlat } from '#shop/cakes/cake-price.ts'
import { EggMark } from '#shop/cakes/egg-mark.tsx'
import type { Picture } from '#shop/pictures/picture.schema.ts'
import { picturePath } from '#shop/pictures/picture-sizes.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { AdminCake } from '../admin-cake.ts'
import { DeleteCake } from './delete-cake.tsx'
import { HideCake } from './hide-cake.tsx'

/** A cake of the baker's list; its card's picture, null when it has none. */
export type AdminCakeRow = Pick<
  AdminCake,
  'id' | 'name' | 'category' | 'price' | 'egg' | 'featured' | 'hidden'
> & { picture: Pick<Picture, 'id' | 'colour'> | null }

/** Cakes as the baker keeps them: one to a row, with what can be done to it. */
export function AdminCakeList({ cakes }: { cakes: AdminCakeRow[] }) {
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
              <Pencil size={17} aria-hidden="true" />
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

function CakeSummary({ cake }: { cake: AdminCakeRow }) {
  const { id, name, category, price, egg, featured, hidden, picture } = cake
  const per = isPricedFlat(category) ? 'each' : 'per kg'
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
            {hidden && (
              <Badge>
                <EyeOff size={13} aria-hidden="true" />
                Hidden
              </Badge>
            )}
          </p>
        </div>
        <p className="text-sm text-cocoa-soft">
          {category} · <span className="tabular-nums">{formatInr(toPaise(price))}</span> {per}
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

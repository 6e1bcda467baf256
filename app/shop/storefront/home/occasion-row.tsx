import { Link } from 'react-router'
import { CakePicture } from '#shop/pictures/cake-picture.tsx'
import { prefetchOnIntent } from '#ui/prefetch.ts'
import type { Occasion } from './occasions.ts'

export function OccasionRow({ occasions }: { occasions: readonly Occasion[] }) {
  return (
    <section aria-labelledby="occasions-title" className="shell pt-20">
      <h2 id="occasions-title" className="text-3xl">
        What are we celebrating?
      </h2>
      <ul className="mt-8 flex flex-wrap justify-center gap-x-[4%] gap-y-6 md:flex-nowrap md:justify-between md:gap-x-4">
        {occasions.map(({ category, label, picture }) => (
          <li key={category} className="w-[22%] max-w-36 md:w-auto md:grow">
            <Link
              to={`/products?category=${encodeURIComponent(category)}`}
              prefetch={prefetchOnIntent}
              className="group grid justify-items-center gap-3 rounded-card text-center text-sm font-semibold md:text-base"
            >
              <span className="block aspect-square w-full overflow-hidden rounded-pill">
                <CakePicture
                  picture={picture}
                  decorative
                  sizes="(min-width: 768px) 144px, 22vw"
                  className="size-full transition group-hover:scale-105"
                />
              </span>
              <span className="group-hover:text-berry">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

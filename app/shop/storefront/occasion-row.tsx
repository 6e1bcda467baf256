import { Link } from 'react-router'
import { CakePicture } from '#ui/cake-picture.tsx'
import type { Occasion } from './occasions.ts'

export function OccasionRow({ occasions }: { occasions: readonly Occasion[] }) {
  return (
    <section aria-labelledby="occasions-title" className="shell pt-20">
      <h2 id="occasions-title" className="text-3xl">
        What are we celebrating?
      </h2>
      <ul className="mt-8 grid grid-cols-3 gap-x-4 gap-y-6 md:grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))]">
        {occasions.map(({ category, label, picture }) => (
          <li key={category}>
            <Link
              to={`/products?category=${encodeURIComponent(category)}`}
              className="group grid justify-items-center gap-3 rounded-card text-center font-semibold"
            >
              <span className="block aspect-square w-full max-w-36 overflow-hidden rounded-pill">
                <CakePicture
                  picture={picture}
                  decorative
                  sizes="(min-width: 768px) 144px, 30vw"
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

import type { ComponentType } from 'react'
import type { CakeSummary } from '#shop/cakes/cake.schema.ts'
import { CakeCard } from '#shop/cakes/cake-card.tsx'
import { DeliveryBanner } from './delivery-banner.tsx'
import { OccasionRow } from './occasion-row.tsx'
import type { Occasion } from './occasions.ts'
import { ServicesStrip } from './services-strip.tsx'

interface MoreOfHomeProps {
  featured: CakeSummary[]
  occasions: readonly Occasion[]
  /** In the corner of each card. */
  Tool: ComponentType<{ cake: CakeSummary }>
}

/** What stands below the hero. */
export function MoreOfHome({ featured, occasions, Tool }: MoreOfHomeProps) {
  return (
    <>
      <section id="featured" aria-labelledby="featured-title" className="shell pt-16">
        <h2 id="featured-title" className="text-3xl">
          Delicious Cakes:
        </h2>
        <ul className="mt-8 grid grid-cols-1 gap-4 min-[360px]:grid-cols-2 md:grid-cols-4 lg:gap-6">
          {featured.map((cake) => (
            <li key={cake.id} className="grid">
              <CakeCard cake={cake} tool={<Tool cake={cake} />} />
            </li>
          ))}
        </ul>
      </section>
      <OccasionRow occasions={occasions} />
      <ServicesStrip />
      <DeliveryBanner />
    </>
  )
}

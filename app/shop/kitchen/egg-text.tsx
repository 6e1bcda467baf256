import { EggMark } from '#shop/cakes/egg-mark.tsx'
import type { KitchenItem } from './kitchen-item.ts'

/** With or without egg, by mark and word, so that it is seen on black and white paper too. */
export function EggText({ egg }: Pick<KitchenItem, 'egg'>) {
  if (egg === null) return <span className="font-semibold">Egg? Ask</span>
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span aria-hidden="true" className="inline-flex">
        <EggMark egg={egg} className="size-4" />
      </span>
      {egg}
    </span>
  )
}

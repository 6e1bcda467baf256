import { CakeSlice } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { Icing } from '#shop/icing/icing.tsx'
import { tidyName } from '#shop/icing/name-on-cake.ts'
import type { CustomCakeForm } from './use-custom-cake-form.ts'

/** The first picture with the name on it, as it is typed. */
export function CustomizePreview({ state: { form, list } }: { state: CustomCakeForm }) {
  const name = tidyName(useWatch({ control: form.control, name: 'bname' }))
  const first = list.find(({ state }) => state !== 'failed')
  return (
    <figure
      className={`grid gap-3 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1 ${first ? '' : 'max-lg:hidden'}`}
    >
      <div className="relative aspect-square overflow-hidden rounded-card bg-blush shadow-soft">
        {first ? (
          <img
            key={first.preview}
            src={first.preview}
            alt={first.alt || 'Your first picture'}
            className="size-full object-cover"
          />
        ) : (
          <CakeSlice
            size={72}
            strokeWidth={1.25}
            aria-hidden="true"
            className="absolute inset-0 m-auto text-berry"
          />
        )}
        {first && <Icing name={name} />}
      </div>
      <figcaption className="text-sm text-cocoa-soft">
        {first && name
          ? 'An idea of how the name will look. Our baker pipes it by hand.'
          : 'The name on your cake will show on your first picture, in icing.'}
      </figcaption>
    </figure>
  )
}

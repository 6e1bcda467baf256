import { CakeSlice } from 'lucide-react'
import { Icing } from '#shop/icing/icing.tsx'
import { canBeDrawn } from '#shop/icing/icing-scripts.ts'
import { normaliseName } from '#shop/icing/name-on-cake.ts'
import type { CustomCakeForm } from './use-custom-cake-form.ts'

interface PreviewProps {
  state: CustomCakeForm
}

/** On a wide screen: the first picture with the name on it as it is typed, always in sight. The designer has its own. */
export function CustomizePreviewBeside({ state }: PreviewProps) {
  const { name, first } = previewOf(state)
  if (state.designing) return null
  return (
    <figure className="grid gap-3 max-lg:hidden lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1">
      <Picture name={name} first={first} />
      <figcaption className="text-sm text-cocoa-soft">
        {name
          ? pipedByHand
          : `${first ? 'The' : 'Your first picture appears here, with the'} name on your cake in icing.`}
      </figcaption>
    </figure>
  )
}

/** On a narrower one: the same, small, right below the field of the name once there is one. */
export function CustomizePreviewBelow({ state }: PreviewProps) {
  const { name, first } = previewOf(state)
  if (name === '' || state.designing) return null
  return (
    <figure className="mx-auto grid w-52 gap-2 md:w-72 lg:hidden">
      <Picture name={name} first={first} />
      <figcaption className="text-center text-xs text-cocoa-soft">{pipedByHand}</figcaption>
    </figure>
  )
}

const pipedByHand = 'An idea of how the name will look. Our baker pipes it by hand.'

/** The name as far as it can be drawn, and the picture that it is drawn on. */
function previewOf({ words, list }: CustomCakeForm) {
  const name = normaliseName(words.bname)
  const first = list.find(({ state }) => state !== 'failed')
  return { name: canBeDrawn(name) ? name : '', first }
}

function Picture({ name, first }: ReturnType<typeof previewOf>) {
  return (
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
          strokeWidth={1.25}
          aria-hidden="true"
          className="absolute inset-x-0 top-1/5 mx-auto size-1/4 text-berry"
        />
      )}
      <Icing name={name} />
    </div>
  )
}

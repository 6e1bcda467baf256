import devanagari from '@fontsource/amita/files/amita-devanagari-700-normal.woff2?url'
import latin from '@fontsource/amita/files/amita-latin-700-normal.woff2?url'
import latinExtended from '@fontsource/amita/files/amita-latin-ext-700-normal.woff2?url'
import { IcingPlaque, thickening } from './icing-plaque.tsx'
import { canBeDrawn } from './icing-scripts.ts'
import { layOutIcing } from './lay-out-icing.ts'
import { tidyName } from './name-on-cake.ts'

// Here and not in the site's stylesheet: pages without icing know nothing of it.
const face = [
  [latin, 'U+0-FF,U+2000-206F,U+20AC'],
  [latinExtended, 'U+100-24F,U+1E00-1EFF,U+20B9'],
  [devanagari, 'U+900-97F,U+200C-200D'],
]
  .map(
    ([url, range]) =>
      `@font-face{font-family:Icing;font-display:swap;src:url(${url}) format("woff2");unicode-range:${range}}`,
  )
  .join('')

interface IcingProps {
  /** What is piped; nothing is drawn for '', nor for scripts that are piped by hand. */
  name: string
}

/** The name on the cake as icing over the picture of its nearest positioned ancestor. The words beside it say it, so nothing is read out. */
export function Icing({ name }: IcingProps) {
  const tidy = tidyName(name)
  if (tidy === '' || !canBeDrawn(tidy)) return null
  const layout = layOutIcing(tidy)
  return (
    <>
      <style href="icing" precedence="low">
        {face}
      </style>
      <svg
        viewBox="0 0 100 100"
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 size-full select-none [print-color-adjust:exact]"
        fontFamily="Icing, 'Noto Sans', sans-serif"
        fontSize={layout.size}
      >
        <IcingPlaque layout={layout}>
          {layout.lines.map(({ text, x, y }) => (
            <text
              key={y}
              x={x}
              y={y}
              textAnchor="middle"
              direction="ltr"
              strokeWidth={layout.size * thickening}
              strokeLinejoin="round"
            >
              {text}
            </text>
          ))}
        </IcingPlaque>
      </svg>
    </>
  )
}

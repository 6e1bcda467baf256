import devanagari from '@fontsource/amita/files/amita-devanagari-700-normal.woff2?url'
import latin from '@fontsource/amita/files/amita-latin-700-normal.woff2?url'
import latinExtended from '@fontsource/amita/files/amita-latin-ext-700-normal.woff2?url'
import bengali from '@fontsource/noto-sans-bengali/files/noto-sans-bengali-bengali-600-normal.woff2?url'
import gujarati from '@fontsource/noto-sans-gujarati/files/noto-sans-gujarati-gujarati-600-normal.woff2?url'
import gurmukhi from '@fontsource/noto-sans-gurmukhi/files/noto-sans-gurmukhi-gurmukhi-600-normal.woff2?url'
import kannada from '@fontsource/noto-sans-kannada/files/noto-sans-kannada-kannada-600-normal.woff2?url'
import malayalam from '@fontsource/noto-sans-malayalam/files/noto-sans-malayalam-malayalam-600-normal.woff2?url'
import tamil from '@fontsource/noto-sans-tamil/files/noto-sans-tamil-tamil-600-normal.woff2?url'
import telugu from '@fontsource/noto-sans-telugu/files/noto-sans-telugu-telugu-600-normal.woff2?url'
import type { ReactNode } from 'react'
import { canBeDrawn } from './icing-scripts.ts'
import { type IcingLayout, layOutIcing } from './lay-out-icing.ts'

/** How much the letters are thickened, as icing is by its nozzle, in their own size. */
export const thickening = 0.035

export function IcingDrawing({ name }: { name: string }) {
  if (!canBeDrawn(name)) return null
  const layout = layOutIcing(name)
  return (
    <>
      {/* Not in the site's stylesheet: pages without icing know nothing of it. */}
      <style href="icing" precedence="low">
        {icingFace}
      </style>
      <svg
        viewBox="0 0 100 100"
        aria-hidden="true"
        // Leans against the cake.
        style={{ transform: 'perspective(24rem) rotateX(12deg)', transformOrigin: '50% 77%' }}
        className="notranslate pointer-events-none absolute inset-0 size-full select-none [print-color-adjust:exact]"
        fontFamily="Icing, sans-serif"
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

const cuts = [
  [latin, 'U+0-FF,U+2000-206F,U+20AC'],
  [latinExtended, 'U+100-24F,U+1E00-1EFF,U+20B9'],
  [devanagari, 'U+900-97F,U+200C-200D'],
  [tamil, 'U+B80-BFF'],
  [telugu, 'U+C00-C7F'],
  [kannada, 'U+C80-CFF'],
  [malayalam, 'U+D00-D7F'],
  [bengali, 'U+980-9FF'],
  [gujarati, 'U+A80-AFF'],
  [gurmukhi, 'U+A00-A7F'],
]

/**
 * The rules of the family `Icing`: Amita, and Noto Sans for what it does not hold. Only the cuts of letters in use are fetched; until
 * they are there the plaque is empty, as another face would not fit it.
 */
const icingFace = cuts
  .map(
    ([url, range]) =>
      `@font-face{font-family:Icing;font-display:block;src:url(${url}) format("woff2");unicode-range:${range}}`,
  )
  .join('')

interface IcingPlaqueProps {
  layout: IcingLayout
  /** The letters of all lines, as text or as outlines. */
  children: ReactNode
}

const cream = '#fff4e0'

/** The plaque of chocolate with its piped rim, and the letters on it: drawn twice, for their shadow. */
export function IcingPlaque({ layout, children }: IcingPlaqueProps) {
  const { plaque } = layout
  const corner = Math.min(plaque.height / 2, 7)
  return (
    <>
      <rect {...plaque} y={plaque.y + 1.2} rx={corner} fill="#1c0d07" opacity={0.35} />
      <rect {...plaque} rx={corner} fill="#4b2717" />
      <rect
        {...plaque}
        rx={corner}
        fill="none"
        stroke={cream}
        strokeWidth={1.7}
        strokeLinecap="round"
        strokeDasharray="0 2.1"
      />
      <g transform="translate(0.25 0.55)" fill="#1c0d07" stroke="#1c0d07" opacity={0.7}>
        {children}
      </g>
      <g fill={cream} stroke={cream}>
        {children}
      </g>
    </>
  )
}

import { icingFace } from './icing-face.ts'
import { IcingPlaque, thickening } from './icing-plaque.tsx'
import { canBeDrawn } from './icing-scripts.ts'
import { layOutIcing } from './lay-out-icing.ts'
import { tidyName } from './name-on-cake.ts'

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
      {/* Not in the site's stylesheet: pages without icing know nothing of it. */}
      <style href="icing" precedence="low">
        {icingFace}
      </style>
      <svg
        viewBox="0 0 100 100"
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 size-full select-none [print-color-adjust:exact]"
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

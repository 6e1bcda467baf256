import { icingFace } from './icing-face.ts'
import { IcingPlaque, thickening } from './icing-plaque.tsx'
import { canBeDrawn } from './icing-scripts.ts'
import { layOutIcing } from './lay-out-icing.ts'

/** A tidy name as icing; nothing for scripts that are piped by hand. */
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

import type { ReactNode } from 'react'
import type { IcingLayout } from './lay-out-icing.ts'

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

/** How much the letters are thickened, as icing is by its nozzle, in their own size. */
export const thickening = 0.035

import type { Egg } from './cake.schema.ts'

const square =
  'M4 0h12a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4zm0 2a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V4a2 2 0 0 0-2-2z'
const disc = 'M10 5a5 5 0 1 0 0 10 5 5 0 0 0 0-10z'
const triangle = 'M10 4.5 15.5 14.5h-11z'

/**
 * The mark that food law in India asks for (FSSAI, Labelling and Display Regulations 2020): a green disc in a
 * green square without egg, a brown triangle in a brown square with it.
 */
export function EggMark({ egg, className = 'size-5' }: { egg: Egg; className?: string }) {
  const eggless = egg === 'Eggless'
  return (
    <svg
      role="img"
      aria-label={eggless ? 'Eggless' : 'Contains egg'}
      viewBox="0 0 20 20"
      className={`shrink-0 rounded-[20%] bg-paper ${eggless ? 'text-pistachio' : 'text-[#8a4513]'} ${className}`}
    >
      <path d={square + (eggless ? disc : triangle)} fill="currentColor" fillRule="evenodd" />
    </svg>
  )
}

/** The mark with its word, in a line of text. */
export function EggText({ egg }: { egg: Egg }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span aria-hidden="true" className="inline-flex">
        <EggMark egg={egg} className="size-4" />
      </span>
      {egg}
    </span>
  )
}

/** The same in a mail: mail programs draw no SVG. */
export function EggTextInMail({ egg }: { egg: Egg }) {
  const [mark, color] = egg === 'Eggless' ? ['●', '#3f7d3a'] : ['▲', '#8a4513']
  const box = { padding: '0 3px', border: `2px solid ${color}`, fontSize: '10px', color }
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <span style={box}>{mark}</span> {egg}
    </span>
  )
}

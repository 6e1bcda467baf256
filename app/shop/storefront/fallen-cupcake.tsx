/** A cupcake that has tipped over, its cherry rolling away. */
export function FallenCupcake({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="20 54 280 136" aria-hidden="true" className={className}>
      <ellipse cx="160" cy="172" rx="130" ry="14" fill="#fbe7e3" />
      <g transform="rotate(-68 150 132)">
        <path d="M112 122h76l-10 52a8 8 0 0 1-8 6h-40a8 8 0 0 1-8-6z" fill="#e9b872" />
        <path
          d="M124 124l5 54M138 124l3 55M152 124v56M166 124l-4 55M178 124l-6 54"
          stroke="#c98f45"
          strokeWidth="3"
          strokeLinecap="round"
        />
        <path
          d="M106 122c-10-4-10-20 4-22-6-10 2-22 14-20 0-12 12-18 22-12 6-12 24-8 24 6 12-2 18 10 12 20 14 2 16 24 2 28-6 4-70 4-78 0z"
          fill="#f6b9c6"
        />
        <path
          d="M110 101c14 8 58 10 72-2M124 81c10 8 36 8 46-2"
          fill="none"
          stroke="#e58ba3"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <g strokeWidth="4" strokeLinecap="round">
          <path d="M126 112l6-3" stroke="#c97a0b" />
          <path d="M150 93l6 3" stroke="#3f7d3a" />
          <path d="M168 112l5 4" stroke="#b0224e" />
          <path d="M146 112l2 5" stroke="#fff9f2" />
          <path d="M134 95l-5 2" stroke="#fff9f2" />
        </g>
      </g>
      <g className="motion-safe:animate-[wobble_2.4s_ease-in-out_infinite] [transform-box:fill-box] origin-bottom">
        <circle cx="44" cy="156" r="13" fill="#b3261e" />
        <circle cx="39" cy="151" r="3.5" fill="#fff9f2" opacity=".6" />
        <path
          d="M50 144c8-12 18-14 28-10"
          fill="none"
          stroke="#3f7d3a"
          strokeWidth="4"
          strokeLinecap="round"
        />
      </g>
      <g fill="#e9b872">
        <circle cx="78" cy="172" r="3" />
        <circle cx="236" cy="170" r="4" />
        <circle cx="252" cy="176" r="2.5" />
        <circle cx="268" cy="168" r="2" />
      </g>
    </svg>
  )
}

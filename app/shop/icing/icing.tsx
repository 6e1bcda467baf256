interface IcingProps {
  /** What is piped; nothing is drawn for ''. */
  name: string
}

/** The name on the cake as icing over the picture of its nearest positioned ancestor. The words beside it say it, so nothing is read out. */
export function Icing({ name }: IcingProps) {
  if (name === '') return null
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className="pointer-events-none absolute inset-0">
      <text x="50" y="60" textAnchor="middle" fontSize="8">
        {name}
      </text>
    </svg>
  )
}

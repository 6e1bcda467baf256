interface StarRatingProps {
  /** 0 to 5; shown to the nearest half. */
  stars: number
  className?: string
}

/** Five stars, full, half or empty, and the number for those who do not see them. */
export function StarRating({ stars, className = '' }: StarRatingProps) {
  const shown = Math.min(5, Math.max(0, Math.round(stars * 2) / 2))
  return (
    <span
      role="img"
      aria-label={`Rated ${shown} out of 5 stars`}
      data-filled={shown}
      className={`stars ${className}`}
    />
  )
}

/** A turning ring in the colour of the text; what waits must also say so in words. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-[1.1em] animate-spin rounded-pill border-2 border-current border-r-transparent"
    />
  )
}

/** A grey place where something is about to appear. Give it its size by `className`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span aria-hidden="true" className={`block animate-pulse rounded-field bg-line ${className}`} />
  )
}

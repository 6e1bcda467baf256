interface IconProps {
  /** Of `icons.ts`. */
  path: string
  /** In pixels. */
  size?: number
  className?: string
}

/** A decorative icon: what it says, its text or label says. */
export function Icon({ path, size = 24, className = '' }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      className={`icon ${className}`}
    >
      <path d={path} />
    </svg>
  )
}

import type { ComponentProps } from 'react'
import { Link } from 'react-router'

/** A link that stands by itself, large enough for a finger. */
export function TextLink({ className = '', ...link }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...link}
      className={`inline-flex min-h-11 items-center font-semibold text-berry underline underline-offset-3 ${className}`}
    />
  )
}

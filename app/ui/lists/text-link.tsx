import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { textLink } from '../button.tsx'

/** A link that stands by itself, large enough for a finger. */
export function TextLink({ className = '', ...link }: ComponentProps<typeof Link>) {
  return <Link {...link} className={`${textLink} ${className}`} />
}

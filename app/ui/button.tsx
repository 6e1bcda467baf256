import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { useHydrated } from './hydration.tsx'
import { Spinner } from './loading.tsx'

const looks = {
  primary: 'bg-berry text-paper hover:bg-berry-deep active:bg-berry-deep',
  secondary: 'border border-stroke bg-paper text-cocoa hover:border-berry hover:text-berry',
  quiet: 'text-berry hover:bg-blush active:bg-blush',
  plain: 'text-cocoa hover:bg-blush hover:text-berry active:bg-blush',
  danger: 'bg-chilli text-paper hover:brightness-90',
}

const sizes = {
  small: 'min-h-11 px-4 text-sm',
  medium: 'min-h-12 px-6 text-base',
  large: 'min-h-14 px-8 text-lg',
}

interface Look {
  variant?: keyof typeof looks
  size?: keyof typeof sizes
  wide?: boolean
}

/** The look of a button for other elements, such as a label around a file input. */
export function buttonLook({ variant = 'primary', size = 'medium', wide = false }: Look = {}) {
  return `inline-flex items-center justify-center gap-2 rounded-pill font-semibold transition aria-disabled:opacity-60 disabled:opacity-60 ${looks[variant]} ${sizes[size]} ${wide ? 'w-full' : ''}`
}

/** The look of a link that stands by itself. */
export const textLink =
  'inline-flex min-h-11 items-center font-semibold text-berry underline underline-offset-3'

/** In a row of a table or a list, where a finger has no other beside it. */
export const lowTextLink =
  'inline-flex min-h-6 items-center font-semibold text-berry underline underline-offset-3'

interface ButtonProps extends ComponentProps<'button'>, Look {
  busy?: boolean
  /** The browser itself may send its form, or a script that is not React's does. */
  early?: boolean
}

/**
 * `busy` shows a spinner and ignores presses. The button stays focused. One that sends a form waits until its script runs,
 * unless it is `early`: the browser would put what was typed into the address.
 */
export function Button(props: ButtonProps) {
  const { variant, size, wide, busy, early = false, className = '', ...rest } = props
  const { children, onClick, type = 'button', disabled } = rest
  const isHydrated = useHydrated()
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || (type === 'submit' && !early && !isHydrated)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`${buttonLook({ variant, size, wide })} ${className}`}
    >
      {busy && <Spinner />}
      <span className="contents">{children}</span>
    </button>
  )
}

type ButtonLinkProps = ComponentProps<typeof Link> & Look

/** A link that looks like a button, for going somewhere. */
export function ButtonLink({ variant, size, wide, className = '', ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={`${buttonLook({ variant, size, wide })} ${className}`} />
}

type IconButtonProps = ComponentProps<'button'> & { label: string }

/** A round button with an icon and no words; `label` is what a screen reader says. */
export function IconButton({ label, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={`inline-flex size-11 items-center justify-center rounded-pill transition hover:bg-blush disabled:opacity-40 ${className}`}
    />
  )
}

/** The Network Information API, which not every browser has. */
interface Connected {
  connection?: { saveData?: boolean }
}

/** For a link's `prefetch`: loads the page when the pointer is on the link, unless the visitor saves data. */
export const prefetchOnIntent =
  (globalThis.navigator as Connected | undefined)?.connection?.saveData === true ? 'none' : 'intent'

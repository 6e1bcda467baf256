import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { buttonLook } from '#ui/button.tsx'
import { pictureTypes } from './picture-file.ts'

interface FileButtonProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  /** Left out on a page with a script of its own. */
  onFiles?: (files: readonly File[]) => void
  children: ReactNode
}

export function FileButton({ onFiles, className = '', children, ...input }: FileButtonProps) {
  const label = useRef<HTMLLabelElement>(null)

  function take(input: HTMLInputElement) {
    const files = [...(input.files ?? [])]
    // Else the same file could not be chosen again.
    input.value = ''
    if (files.length > 0) onFiles?.(files)
  }

  const takeEarly = useEffectEvent(take)
  // What was chosen before the page was hydrated.
  useEffect(() => takeEarly(label.current?.control as HTMLInputElement), [])

  return (
    <label
      ref={label}
      className={`${buttonLook({ variant: 'secondary' })} relative has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-berry noscript:hidden ${className}`}
    >
      <span className="contents">{children}</span>
      <input
        accept={pictureTypes}
        {...input}
        type="file"
        onChange={({ target }) => take(target)}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
      />
    </label>
  )
}

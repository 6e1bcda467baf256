import type { ComponentProps } from 'react'

/** A plain field: a line of text, lines if it has `rows`, or a choice if it has `options`. */
export interface FieldLook
  extends Pick<
    ComponentProps<'input'>,
    | 'type'
    | 'inputMode'
    | 'autoCapitalize'
    | 'autoComplete'
    | 'dir'
    | 'min'
    | 'max'
    | 'step'
    | 'required'
  > {
  label: string
  hint?: string | undefined
  placeholder?: string | undefined
  rows?: number
  maxLetters?: number
  options?: readonly (readonly [value: string | number, label: string])[] | undefined
}

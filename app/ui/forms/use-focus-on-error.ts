import { useEffect, useRef } from 'react'

/** Goes to the first wrong field whenever other errors are shown. Returns the ref of what is around the fields. */
export function useFocusOnError<Around extends HTMLElement>(errors: object) {
  const around = useRef<Around>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are shown in the fields
  useEffect(() => {
    around.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return around
}

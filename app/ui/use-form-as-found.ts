import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Gives what stands in a form, by the names of its fields, when the page begins to listen: it may have been
 * filled in before. Ahead of the first render of the browser's own, which would write over it.
 */
export function useFormAsFound(formId: string, take: (values: Map<string, string>) => void) {
  const found = useEffectEvent(take)
  useLayoutEffect(() => {
    const form = document.getElementById(formId)
    if (!(form instanceof HTMLFormElement)) return
    const texts = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const)
    found(new Map(texts))
  }, [formId])
}

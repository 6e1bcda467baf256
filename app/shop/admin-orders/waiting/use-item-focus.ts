import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/** The item that gets the focus when one is removed: the next one that is left, else the last one before it. */
export function neighbour(
  before: readonly string[],
  after: readonly string[],
  removed: string,
): string | undefined {
  const at = before.indexOf(removed)
  const isLeft = (id: string) => after.includes(id)
  return before.slice(at + 1).find(isLeft) ?? before.slice(0, Math.max(0, at)).findLast(isLeft)
}

const itemOf = (target: EventTarget | null) =>
  (target as Element | null)?.closest<HTMLElement>('[data-item]')?.dataset.item

/**
 * When the item that has the focus vanishes, its neighbour's first button gets it, or the list itself after the last
 * one. Items carry `data-item`; spread the answer onto the list.
 */
export function useItemFocus(list: RefObject<HTMLElement | null>, items: readonly string[]) {
  const focused = useRef<string | undefined>(undefined)
  const shown = useRef(items)

  useEffect(() => {
    const before = shown.current
    shown.current = items
    const focusedId = focused.current
    if (focusedId === undefined || items.includes(focusedId)) return
    focused.current = undefined
    if (document.activeElement !== document.body) return
    const next = neighbour(before, items, focusedId)
    const button = list.current?.querySelector<HTMLElement>(`[data-item="${next}"] button`)
    ;(button ?? list.current)?.focus()
  }, [items, list])

  return {
    onFocus(event: FocusEvent) {
      focused.current = itemOf(event.target)
    },
    onBlur({ relatedTarget }: FocusEvent) {
      // Without one the browser takes the focus away, as when the item goes.
      if (relatedTarget) focused.current = itemOf(relatedTarget)
    },
  }
}

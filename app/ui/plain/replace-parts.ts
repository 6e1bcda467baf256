import { fieldsIn, isChanged } from './fields.ts'

/**
 * Brings the parts of a page up to date, by the page as it was read again. A part is an element with `data-part`, its name.
 * One that somebody is busy with stays as it is.
 *
 * @returns whether any of them was replaced
 */
export function replaceParts(page: ParentNode, read: ParentNode): boolean {
  let isNew = false
  for (const part of page.querySelectorAll<HTMLElement>('[data-part]')) {
    const fresh = read.querySelector(`[data-part="${part.dataset.part}"]`)
    if (!fresh || fresh.innerHTML === part.innerHTML || isInUse(part)) continue
    part.innerHTML = fresh.innerHTML
    isNew = true
  }
  return isNew
}

/** Whether something is unfolded, typed, corrected or being sent there. */
function isInUse(part: HTMLElement): boolean {
  const busy = part.querySelector('details[open], [aria-busy="true"], [aria-invalid="true"]')
  return (
    busy !== null || fieldsIn(part).some((field) => field.matches(':focus') || isChanged(field))
  )
}

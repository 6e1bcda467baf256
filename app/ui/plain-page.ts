// What the scripts of pages that React does not run have in common.

/** The page in a response. */
export async function readPage(response: Response): Promise<Document> {
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

/**
 * Whether the shop says that a link does not work any more. A proxy whose shop is away may say 404 too, but without the policy
 * that each of the shop's responses has.
 */
export function hasLinkEnded({ status, headers }: Response): boolean {
  return status === 404 && headers.has('content-security-policy')
}

const contents = new WeakMap<Element, string>()

/** Whether an element has other content than was set last. It may look otherwise, if the browser has translated it. */
function changes(element: Element, content: string, shown: string): boolean {
  const before = contents.get(element) ?? shown
  contents.set(element, content)
  return content !== before
}

/** Sets a text only if it changes, because screen readers repeat a text that is set again. */
export function setText(element: Element | null, text: string) {
  if (element && changes(element, text, element.textContent)) element.textContent = text
}

/** Calls `send` instead of the browser's own submit, for forms that match a selector. */
export function onSubmit(selector: string, send: (form: HTMLFormElement) => void) {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.matches(selector)) return
    event.preventDefault()
    send(form)
  })
}

/**
 * Brings the parts of a page up to date, by the page as it was read again. A part is an element with `data-part`, its name.
 * A part in use stays as it is.
 *
 * @returns whether any of them was replaced
 */
export function replaceParts(page: ParentNode, read: ParentNode): boolean {
  let isNew = false
  for (const part of page.querySelectorAll<HTMLElement>('[data-part]')) {
    const fresh = read.querySelector(`[data-part="${part.dataset.part}"]`)
    if (!fresh || isInUse(part) || !changes(part, fresh.innerHTML, part.innerHTML)) continue
    part.innerHTML = fresh.innerHTML
    isNew = true
  }
  return isNew
}

/** Whether something is open, typed, corrected or being sent in it. */
function isInUse(part: HTMLElement): boolean {
  const busy = part.querySelector('details[open], [aria-busy="true"], [aria-invalid="true"]')
  return (
    busy !== null || fieldsIn(part).some((field) => field.matches(':focus') || isChanged(field))
  )
}

/** A field for typing or choosing. */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function fieldsIn(part: ParentNode): Field[] {
  return [...part.querySelectorAll<Field>('input, textarea, select')]
}

/** Whether a field differs from the page as it was sent. */
export function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return !field.selectedOptions[0]?.defaultSelected
  return field.value !== field.defaultValue
}

/**
 * Shows errors beside the fields of a form, by their names, and goes to the first of them on the page.
 * Earlier messages are removed.
 *
 * @returns whether any of them is wrong
 */
export function showErrors(
  form: HTMLFormElement,
  errors: Readonly<Record<string, string | undefined>>,
): boolean {
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid')
  for (const error of form.querySelectorAll('[id$="-error"]')) error.textContent = ''
  const names = new Set([...form.elements].map((field) => field.getAttribute('name') ?? ''))
  const wrong = [...names].flatMap((name) => {
    const sentence = errors[name]
    const field = sentence ? fieldOf(form, name) : null
    return field && sentence ? [{ field, sentence }] : []
  })
  for (const { field, sentence } of wrong) showError(field, sentence)
  const first = wrong[0]?.field
  const input = first?.matches('fieldset') ? first.querySelector('input') : first
  input?.focus()
  return wrong.length > 0
}

/** The field with a name, or the first of several; for choices, the element around them. */
function fieldOf(form: HTMLFormElement, name: string): HTMLElement | null {
  const found = form.elements.namedItem(name)
  const first = found instanceof RadioNodeList ? found[0] : found
  if (!(first instanceof HTMLElement)) return null
  return first.matches('[type="radio"]') ? first.closest('fieldset') : first
}

function showError(field: HTMLElement, sentence: string) {
  const error = document.getElementById(`${field.id}-error`)
  if (error) error.textContent = sentence
  if (!field.matches('fieldset')) field.setAttribute('aria-invalid', 'true')
  const described = ['hint', 'error'].map((part) => `${field.id}-${part}`)
  const known = described.filter((id) => document.getElementById(id))
  field.setAttribute('aria-describedby', known.join(' '))
}

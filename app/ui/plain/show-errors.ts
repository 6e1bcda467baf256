/**
 * Says beside the fields of a form what is wrong with them, by their names, and goes to the first of them on the page. What
 * was said before is gone.
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

/** The field of a name, or the first of them: of choices, what is around them. */
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

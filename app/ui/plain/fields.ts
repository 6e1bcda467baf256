/** What can be typed or chosen in. */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function fieldsIn(part: ParentNode): Field[] {
  return [...part.querySelectorAll<Field>('input, textarea, select')]
}

/** Whether a field differs from what the page was sent with. */
export function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return !field.selectedOptions[0]?.defaultSelected
  return field.value !== field.defaultValue
}

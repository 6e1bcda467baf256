/** A field before and after an action; null where it has no value. */
export interface FieldChange {
  field: string
  before: string | null
  after: string | null
}

const maxText = 300

/** The fields that differ before and after an action, as text, without ids. Nested fields have names like 'user.name'. */
export function fieldChanges(before: unknown, after: unknown): FieldChange[] {
  const oldFields = toFields(before)
  const newFields = toFields(after)
  return [...new Set([...oldFields.keys(), ...newFields.keys()])].flatMap((field) => {
    const change = {
      field,
      before: oldFields.get(field) ?? null,
      after: newFields.get(field) ?? null,
    }
    return change.before === change.after ? [] : [change]
  })
}

function toFields(value: unknown, name = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const text = toText(value, name)
    return new Map(text === '' ? [] : [[fieldName(name), text]])
  }
  const fields = Object.entries(value)
  return new Map(
    fields.flatMap(([key, inner]) => [...toFields(inner, name ? `${name}.${key}` : key)]),
  )
}

function toText(value: unknown, name: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && isPaise(name)) return `${value / 100}`
  const text = Array.isArray(value)
    ? value.map((one) => toText(one, '')).join(', ')
    : toPlainText(value)
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text
}

function toPlainText(value: unknown): string {
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (isId.test(text)) return ''
  // Statuses are stored like 'out_for_delivery'.
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text
}

/** 'earlierPrice' → 'earlier price', 'pricePaise' → 'price (Rs.)'. */
function fieldName(name: string): string {
  const words = name.replace(/Paise$/, '').replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  return isPaise(name) ? `${words.toLowerCase()} (Rs.)` : words.toLowerCase()
}

const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function isPaise(name: string): boolean {
  return name.endsWith('Paise')
}

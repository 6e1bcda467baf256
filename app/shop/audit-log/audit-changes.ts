/** A field that an action changed, as it was and as it is; null where there was or is none. */
export interface FieldChange {
  field: string
  before: string | null
  after: string | null
}

const longestText = 300

/** The fields in which an entry's before and after differ, in words; fields within fields are named 'user.name'. */
export function fieldChanges(before: unknown, after: unknown): FieldChange[] {
  const was = fieldsOf(before)
  const is = fieldsOf(after)
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field) => {
    const change = { field, before: was.get(field) ?? null, after: is.get(field) ?? null }
    return change.before === change.after ? [] : [change]
  })
}

function fieldsOf(value: unknown, name = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const text = textOf(value, name)
    return new Map(text === '' ? [] : [[fieldName(name), text]])
  }
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [
      ...fieldsOf(inner, name ? `${name}.${key}` : key),
    ]),
  )
}

function textOf(value: unknown, name: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && isPaise(name)) return `${value / 100}`
  const text = Array.isArray(value) ? value.map((one) => textOf(one, '')).join(', ') : plain(value)
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text
}

function plain(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** 'earlierPrice' → 'earlier price', 'pricePaise' → 'price (Rs.)'. */
function fieldName(name: string): string {
  const words = name.replace(/Paise$/, '').replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  return isPaise(name) ? `${words.toLowerCase()} (Rs.)` : words.toLowerCase()
}

function isPaise(name: string): boolean {
  return name.endsWith('Paise')
}

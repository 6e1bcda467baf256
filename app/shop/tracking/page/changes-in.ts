interface SentField {
  name: string
  value: string
  /** Whether it was changed, or says what was. */
  isSent: boolean
  /** What is sent with it, beside the others (`slot`). */
  also?: Readonly<Record<string, string | undefined>>
}

type Changes = Record<string, unknown>

/** What fields of a form send. Names with dots are parts of something: 'items.0.bname', 'address.city'. */
export function changesIn(fields: readonly SentField[]): Changes {
  const changes: Changes = {}
  for (const { name, value, isSent, also } of fields) {
    if (!isSent) continue
    put(changes, name.split('.'), value.trim())
    Object.assign(changes, also)
  }
  return changes
}

function put(into: Changes, [part = '', ...rest]: string[], value: string) {
  const [next] = rest
  if (next === undefined) into[part] = value
  else {
    into[part] ??= Number.isNaN(Number(next)) ? {} : []
    put(into[part] as Changes, rest, value)
  }
}

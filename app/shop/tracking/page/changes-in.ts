interface SentField {
  name: string
  value: string
  /** Whether it was changed, or says what was. */
  isSent: boolean
  /** What is sent with it, beside the others (`slot`). */
  also?: Readonly<Record<string, string | undefined>>
}

type Changes = Record<string, unknown>

/**
 * What fields of a form send. Names with dots are parts of lists ('items.0.bname'), and fields of one name are one line, with
 * commas.
 */
export function changesIn(fields: readonly SentField[]): Changes {
  const changes: Changes = {}
  for (const { name, isSent, also } of fields) {
    if (!isSent) continue
    const line = fields.filter((field) => field.name === name).map(({ value }) => value.trim())
    put(changes, name.split('.'), line.join(','))
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

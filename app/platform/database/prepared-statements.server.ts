import { createHash } from 'node:crypto'
import { Client } from 'pg'

/** Names for statements by their text; undefined for one that is to go without. */
export type StatementNames = (text: string) => string | undefined

/**
 * A comment in the text of a statement that is never prepared, because which plan is good depends on its values: how many
 * rows have a word in them, say. A prepared one would have the same plan for all after a few times.
 */
export const plannedByValues = '/* planned by its values */'

/** PostgreSQL keeps ten to a hundred KB for each of them, in each connection. */
const usualBounds = { most: 256, longestText: 16 * 1024 }

/**
 * Names the statements that come again, so that a connection parses and plans each of them once. What was asked once, such
 * as a list of so many values, gets no name, and when there are `most` names there are no more.
 */
export function createStatementNames(bounds = usualBounds): StatementNames {
  const names = new Map<string, string>()
  let askedOnce = new Set<string>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= bounds.most || text.length > bounds.longestText) return known
    if (text.includes(plannedByValues)) return undefined
    if (!askedOnce.delete(text)) {
      if (askedOnce.size >= bounds.most) askedOnce = new Set()
      askedOnce.add(text)
      return undefined
    }
    const name = `shop_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
    names.set(text, name)
    return name
  }
}

interface Statement {
  text: string
  name?: string
  rowMode?: string
}

/**
 * Connections that prepare statements under these names, whoever asks: the pool, a transaction or the job queue. Those
 * without values, and with rows by name, may be several in one text, which cannot be prepared.
 */
export function preparingClient(nameOf: StatementNames): typeof Client {
  return class extends Client {
    override query(...[asked, values, ...rest]: unknown[]): never {
      const statement = statementIn(asked)
      const isOne = statement?.rowMode === 'array' || (Array.isArray(values) && values.length > 0)
      const name = statement && isOne ? nameOf(statement.text) : undefined
      const query = super.query as (...args: unknown[]) => never
      return query.call(this, name ? { ...statement, name } : asked, values, ...rest)
    }
  }
}

/** Null where the asked is no plain statement, such as a copy. */
function statementIn(asked: unknown): Statement | null {
  if (typeof asked === 'string') return { text: asked }
  const { text, name, submit } = asked as Partial<Statement> & { submit?: unknown }
  return typeof text === 'string' && !name && !submit ? (asked as Statement) : null
}

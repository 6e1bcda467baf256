import type { TableName } from './database.server.ts'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** For COPY and SELECT, which take no parameters for names. */
export const columnsOf = ({ columns }: TableName) => columns.map(quoted).join(', ')
export const fullName = ({ name }: TableName) => `public.${quoted(name)}`

/** What makes a transaction of a mode, and how it writes instants: in UTC, whatever the server's zone. */
export function beginOf(mode: 'read' | 'write'): string {
  const settings = mode === 'read' ? 'isolation level repeatable read, read only' : 'read write'
  return `set transaction ${settings}; set local timezone = 'UTC'; set local datestyle = 'ISO'`
}

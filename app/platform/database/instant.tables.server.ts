import { timestamp } from 'drizzle-orm/pg-core'

/** A column that holds a point in time. */
export const instant = (name: string) => timestamp(name, { withTimezone: true })

import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'

/** The calls by which the baker works on orders. */
export function serveOrderDesk(_api: Api, _deps: { db: Database }) {}

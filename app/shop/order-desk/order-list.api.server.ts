import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'

/** The calls that find orders, give money back and leave a note for the kitchen. */
export function serveOrderList(_api: Api, _deps: { db: Database }) {}

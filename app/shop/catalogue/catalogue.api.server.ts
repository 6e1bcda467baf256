import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'

/** The calls by which the baker keeps the catalogue. */
export function serveCatalogue(_api: Api, _deps: { db: Database }) {}

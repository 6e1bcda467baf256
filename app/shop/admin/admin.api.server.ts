import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'

/** The calls of the panel that belong to no single slice: lists and exports of users. */
export function serveAdmin(_api: Api, _deps: { db: Database }) {}

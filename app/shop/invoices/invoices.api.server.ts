import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'

/** The call that answers invoices. */
export function serveInvoices(_api: Api, _deps: { db: Database }) {}

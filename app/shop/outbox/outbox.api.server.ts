import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'

/** The calls by which the admin reads mails and has dead ones sent again. */
export function serveOutbox(
  _api: Api,
  _deps: { db: Database; clock: Clock; jobs: Jobs; outbox: FileStore | null },
) {}

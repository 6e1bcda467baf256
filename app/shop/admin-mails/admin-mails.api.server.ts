import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { outboxKey } from '#platform/mail/mailer.server.ts'
import { mailFileEndpoint, mailHtmlEndpoint, sendAgainEndpoint } from './admin-mails.endpoints.ts'
import { findListedMail } from './admin-mails.store.server.ts'
import { mailAsPage, mailFile, mailPolicy } from './read-mail.server.ts'
import { sendAgain } from './send-again.server.ts'

interface OutboxDeps {
  db: Database
  clock: Clock
  jobs: Jobs
  outbox: FileStore | null
}

/** The calls by which the admin reads mails and has dead ones sent again. */
export function serveAdminMails(api: Api, deps: OutboxDeps) {
  api.serve(sendAgainEndpoint, ({ body }, { caller }) => sendAgain(deps, { ids: body.ids, caller }))

  api.serveFile(mailHtmlEndpoint, async ({ params }, { responseHeaders }) => {
    responseHeaders.set('content-security-policy', mailPolicy)
    return { type: 'text/html; charset=utf-8', body: await mailAsPage(await fileOf(deps, params)) }
  })

  api.serveFile(mailFileEndpoint, async ({ params }) => ({
    ...{ type: 'message/rfc822', name: outboxKey(params.id) },
    body: await fileOf(deps, params),
  }))
}

async function fileOf({ db, outbox }: OutboxDeps, { id }: { id: string }) {
  // Only of a mail that there is: its id is then no path of somebody's making.
  const mail = await findListedMail(db, id)
  const file = mail && outbox ? await mailFile(outbox, mail.id) : null
  if (!file) throw new AppError('not_found', 'There is no such mail to read.')
  return file
}

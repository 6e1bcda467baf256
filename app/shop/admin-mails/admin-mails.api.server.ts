import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { outboxKey } from '#platform/mail/mailer.server.ts'
import type { SecurityLog } from '#shop/accounts/security/security-log.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { mailFileEndpoint, mailHtmlEndpoint, sendAgainEndpoint } from './admin-mails.endpoints.ts'
import { findListedMail } from './admin-mails.store.server.ts'
import { assertNoToken, hidesTokens, mailAsPage, mailFile, mailPolicy } from './read-mail.server.ts'
import { sendAgain } from './send-again.server.ts'

interface AdminMailsDeps {
  db: Database
  clock: Clock
  jobs: Jobs
  outbox: FileStore | null
  shop: ShopDetails
  securityLog: SecurityLog
}

/** The calls by which the admin reads mails and sends dead letters again. */
export function serveAdminMails(api: Api, deps: AdminMailsDeps) {
  const isHidden = hidesTokens(deps.shop)
  api.serve(sendAgainEndpoint, ({ body }, { caller }) => sendAgain(deps, { ids: body.ids, caller }))

  api.serveFile(mailHtmlEndpoint, async ({ params }, { caller, responseHeaders }) => {
    responseHeaders.set('content-security-policy', mailPolicy)
    const file = await readMail(deps, { id: params.id, by: caller })
    return { type: 'text/html; charset=utf-8', body: await mailAsPage(file, { isHidden }) }
  })

  api.serveFile(mailFileEndpoint, async ({ params }, { caller }) => {
    const file = await readMail(deps, { id: params.id, by: caller })
    if (isHidden) await assertNoToken(file)
    return { type: 'message/rfc822', name: outboxKey(params.id), body: file }
  })
}

/** The file of a mail. The security log records who read it. */
async function readMail(
  { db, outbox, securityLog }: AdminMailsDeps,
  { id, by }: { id: string; by: Caller },
) {
  // Only of an existing mail: its id cannot be a path that somebody made up.
  const mail = await findListedMail(db, id)
  const file = mail && outbox ? await mailFile(outbox, mail.id) : null
  if (!file) throw new AppError('not_found', 'This email does not exist or has no content here.')
  await securityLog.record({ kind: 'mail-read', userId: by.id, details: { mail: id } })
  return file
}

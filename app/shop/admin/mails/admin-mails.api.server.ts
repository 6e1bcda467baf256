import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { outboxKey } from '#platform/mail/mailer.server.ts'
import { mailFileEndpoint, mailHtmlEndpoint, sendAgainEndpoint } from './admin-mails.endpoints.ts'
import { findListedMail } from './admin-mails.store.server.ts'
import { assertNoToken, hidesTokens, mailAsPage, mailFile, mailPolicy } from './read-mail.server.ts'
import { sendAgain } from './send-again.server.ts'

/** The calls by which the admin reads mails and sends dead letters again. */
export function serveAdminMails(api: Api, deps: AppContext) {
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
  { db, outbox, securityLog }: AppContext,
  { id, by }: { id: string; by: Caller },
) {
  // Only of an existing mail: its id cannot be a path that somebody made up.
  const mail = await findListedMail(db, id)
  const file = mail && outbox ? await mailFile(outbox, mail.id) : null
  if (!file) throw new AppError('not_found', 'This email does not exist or has no content here.')
  await securityLog.record({ kind: 'mail-read', userId: by.id, details: { mail: id } })
  return file
}

import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { resetSecondFactor } from '#shop/accounts/second-factor/second-factor.store.server.ts'
import { queueAccountNoticeMail } from '#shop/accounts/security/account-notice-mail.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { requireMember } from './require-member.server.ts'

/**
 * Takes app, recovery codes and passkeys from a colleague who has lost them. The colleague's sessions end, and a mail
 * tells of it. Returns a sentence for the owner.
 *
 * @throws AppError not_found; conflict for the caller's own; forbidden when the caller has just stopped being an owner
 */
export async function resetMemberFactor(
  deps: Pick<AppContext, 'db' | 'clock' | 'jobs' | 'securityLog'>,
  { caller, id }: { caller: Caller; id: string },
): Promise<string> {
  if (id === caller.id) {
    throw new AppError(
      'conflict',
      'Turn your own two-step sign-in off on the page of your account.',
    )
  }
  return deps.db.transaction(async (tx) => {
    const { member } = await requireMember(tx, { caller, id })
    await resetSecondFactor(tx, deps.securityLog, { userId: id, by: 'owner' })
    await recordAudit(tx, {
      at: deps.clock.now(),
      by: caller,
      action: 'reset-second-factor',
      subject: 'users',
      subjectId: id,
      before: { email: member.email },
    })
    await queueAccountNoticeMail(deps, tx, { userId: id, change: 'second-factor-reset' })
    return `${member.name} logs in with the password alone until two-step sign-in is set up again.`
  })
}

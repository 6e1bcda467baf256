import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { Limiter } from '#platform/http/limits/limiter.server.ts'
import type { TokenSigner } from '#platform/secrets.server.ts'
import type { Accounts } from '#shop/accounts/accounts.server.ts'
import { acceptInvitation } from './accept-invitation.server.ts'
import { changeRole } from './change-role.server.ts'
import { inviteStaff, withdrawInvitation } from './invite-staff.server.ts'
import { resetMemberFactor } from './reset-member-factor.server.ts'
import {
  acceptInvitationEndpoint,
  changeRoleEndpoint,
  inviteStaffEndpoint,
  resetMemberFactorEndpoint,
  withdrawInvitationEndpoint,
} from './staff.endpoints.ts'

type StaffApiDeps = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'securityLog'> & {
  accounts: Accounts
  limiter: Limiter
  invitationTokens: TokenSigner
}

/** The calls by which the owner manages the staff, and by which somebody joins it. */
export function serveStaff(api: Api, deps: StaffApiDeps) {
  api.serve(inviteStaffEndpoint, async ({ body }, { caller }) => {
    await inviteStaff(deps, { caller, ...body })
    return { message: `The invitation to ${body.email} is on its way. It works for 48 hours.` }
  })

  api.serve(withdrawInvitationEndpoint, async ({ body: { id } }, { caller }) => {
    await withdrawInvitation(deps, { caller, id })
    return { message: 'The invitation is withdrawn.' }
  })

  api.serve(changeRoleEndpoint, async ({ body }, { caller }) => ({
    message: await changeRole(deps, { caller, ...body }),
  }))

  api.serve(resetMemberFactorEndpoint, async ({ body: { id } }, { caller }) => ({
    message: await resetMemberFactor(deps, { caller, id }),
  }))

  api.serve(acceptInvitationEndpoint, async ({ body }, { caller, address }) => {
    await deps.limiter.attemptByMany('accept-invitation', address)
    const email = await acceptInvitation(deps, { ...body, caller })
    return { email, message: 'Welcome to the team. Please log in.' }
  })
}

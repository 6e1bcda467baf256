import type { Api } from '#platform/http/api.server.ts'
import type { Limiter } from '#platform/http/limits/limiter.server.ts'
import type { Accounts } from '../accounts.server.ts'
import { passwordAgainEndpoint } from './password-again.endpoints.ts'

export interface PasswordAgainApiDeps {
  accounts: Accounts
  limiter: Limiter
}

/** The password, given again in a session whose last one is too long ago. */
export function servePasswordAgain(api: Api, { accounts, limiter }: PasswordAgainApiDeps) {
  api.serve(passwordAgainEndpoint, async ({ body: { password } }, { caller, headers }) => {
    await limiter.attempt('password-again', caller.id)
    await accounts.givePasswordAgain(headers, password)
    await limiter.forgive('password-again', caller.id)
    return { message: 'Thank you.' }
  })
}

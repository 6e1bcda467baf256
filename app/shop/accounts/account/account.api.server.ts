import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { Limiter } from '#platform/http/limits/limiter.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { Accounts } from '../accounts.server.ts'
import { endSessions, updateProfile } from '../accounts.store.server.ts'
import type { SecurityLog } from '../security/security-log.server.ts'
import { clearSessionCookies } from '../session-cookies.server.ts'
import {
  changePasswordEndpoint,
  changeProfileEndpoint,
  endSessionEndpoint,
  endSessionsEndpoint,
} from './account.endpoints.ts'
import { changePassword } from './change-password.server.ts'

export interface AccountApiDeps {
  accounts: Accounts
  db: Database
  clock: Clock
  jobs: Jobs
  limiter: Limiter
  securityLog: SecurityLog
  shop: ShopDetails
}

/** What people change of their own account. */
export function serveAccount(api: Api, deps: AccountApiDeps) {
  api.serve(changeProfileEndpoint, async ({ body }, { caller }) => {
    await updateProfile(deps.db, caller.id, body, deps.clock.now())
    return { message: 'Your details are saved.' }
  })

  api.serve(changePasswordEndpoint, async ({ body }, { caller, headers }) => {
    await deps.limiter.attempt('password-again', caller.id)
    await changePassword(deps, { userId: caller.id, headers, change: body })
    return { message: 'Your password is changed. All other devices are logged out.' }
  })

  serveSessionList(api, deps)
}

function serveSessionList(api: Api, { db, securityLog, shop }: AccountApiDeps) {
  api.serve(endSessionEndpoint, async ({ body: { id } }, { caller }) => {
    if ((await endSessions(db, caller.id, { id })) === 0) {
      throw new AppError('not_found', 'This device is logged out already.')
    }
    await securityLog.record({ kind: 'session-ended', userId: caller.id })
    return { message: 'The device is logged out.' }
  })

  api.serve(endSessionsEndpoint, async (_, { caller, responseHeaders }) => {
    const count = await endSessions(db, caller.id)
    await securityLog.record({ kind: 'session-ended', userId: caller.id, details: { count } })
    clearSessionCookies(responseHeaders, shop.publicUrl)
    return { message: 'You are logged out on all devices.' }
  })
}

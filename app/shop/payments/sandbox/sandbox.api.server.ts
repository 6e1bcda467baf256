import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import {
  authenticateSandboxIntentEndpoint,
  confirmSandboxIntentEndpoint,
  createSandboxMethodEndpoint,
} from './sandbox.endpoints.ts'
import { insertMethod, newSandboxId } from './sandbox.store.server.ts'
import { authenticateSandboxIntent, confirmSandboxIntent } from './sandbox-intent.server.ts'

/** The sandbox's calls for browsers. Served only while the shop is paid through the sandbox. */
export function serveSandbox(
  api: Pick<Api, 'serve'>,
  deps: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
) {
  api.serve(createSandboxMethodEndpoint, async ({ body }) => {
    const id = newSandboxId('pm')
    await insertMethod(deps.db, { id, ...body, createdAt: deps.clock.now() })
    return { id }
  })

  api.serve(confirmSandboxIntentEndpoint, ({ params, body }) =>
    confirmSandboxIntent(deps, { intentId: params.id, clientSecret: body.client_secret }),
  )

  api.serve(authenticateSandboxIntentEndpoint, ({ params, body }) =>
    authenticateSandboxIntent(deps, {
      intentId: params.id,
      clientSecret: body.client_secret,
      approve: body.approve,
    }),
  )
}

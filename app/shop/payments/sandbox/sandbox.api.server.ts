import type { Api } from '#platform/http/api.server.ts'
import { authenticateSandboxIntent, confirmSandboxIntent } from './confirm-intent.server.ts'
import {
  authenticateSandboxIntentEndpoint,
  confirmSandboxIntentEndpoint,
  createSandboxMethodEndpoint,
} from './sandbox.endpoints.ts'
import { insertMethod, newSandboxId } from './sandbox.store.server.ts'

import type { SandboxDeps } from './sandbox-provider.server.ts'

/** The sandbox company's calls for browsers; only to be bound while the shop is paid through the sandbox. */
export function serveSandbox(api: Pick<Api, 'serve'>, deps: SandboxDeps) {
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

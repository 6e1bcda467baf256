import { useState } from 'react'
import { data, useSearchParams } from 'react-router'
import { ApiError, call } from '#platform/http/api-client.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import type { unsubscribeEndpoint } from '../storefront.endpoints.ts'
import type { Route } from './+types/unsubscribe.page.ts'

export function loader({ url }: Route.LoaderArgs) {
  if (!url.searchParams.get('token')) throw data(null, { status: 404 })
  return null
}

export const meta: Route.MetaFunction = () => [
  { title: 'Unsubscribe | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

/** A button and not the link itself: mail programs follow links to look at them. */
export default function UnsubscribePage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState('')

  async function stop() {
    setBusy(true)
    setOutcome(await unsubscribe(token))
    setBusy(false)
  }

  return (
    <div className="shell grid justify-items-center gap-5 pt-16 text-center">
      <h1 className="text-3xl">No more news from us?</h1>
      <p role="status" className="max-w-prose text-lg">
        {outcome || 'Press the button, and we will not write to this address again.'}
      </p>
      {outcome ? (
        <ButtonLink to="/">Go to the shop</ButtonLink>
      ) : (
        <Button busy={busy} onClick={stop}>
          Unsubscribe
        </Button>
      )}
    </div>
  )
}

async function unsubscribe(token: string): Promise<string> {
  try {
    return (await call<typeof unsubscribeEndpoint>('POST /unsubscribe', { body: { token } }))
      .message
  } catch (error) {
    if (error instanceof ApiError) return error.problem.detail
    throw error
  }
}

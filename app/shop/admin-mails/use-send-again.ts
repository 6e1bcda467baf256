import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, call } from '#platform/http/api-client.ts'
import { toast } from '#ui/toast.tsx'
import type { sendAgainEndpoint } from './admin-mails.endpoints.ts'

/** Which mails are to be sent again: one, or the oldest of all that could not be sent. */
export type SendAgainBody = { ids: string[] } | { all: true }

/** Has mails sent again, tells the answer, and reads the page anew; whether it is at it. */
export function useSendAgain() {
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()

  async function send(wish: SendAgainBody) {
    setBusy(true)
    try {
      const { message } = await call<typeof sendAgainEndpoint>('POST /mails/again', { body: wish })
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.problem.detail)
    } finally {
      setBusy(false)
    }
    await revalidate()
  }

  return { busy, send }
}

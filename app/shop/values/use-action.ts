import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError } from '#platform/http/api-client.ts'
import type { Problem } from '#platform/http/endpoint.ts'
import { toast } from '#ui/toast.tsx'

/** Shows in a toast why a call failed. Any other error is a bug and is thrown again. */
export function showProblem(error: unknown): Problem {
  if (!(error instanceof ApiError)) throw error
  toast.error(error.problem.detail)
  return error.problem
}

/** What a button does by calling the API: it is busy meanwhile, and a failure is shown in a toast. */
export function useAction() {
  const [busy, setBusy] = useState(false)

  /** @returns what went wrong, or null */
  async function run(action: () => Promise<unknown>): Promise<Problem | null> {
    setBusy(true)
    try {
      await action()
      return null
    } catch (error) {
      return showProblem(error)
    } finally {
      setBusy(false)
    }
  }

  return { busy, run }
}

/** The same for a call that changes what the page shows: shows its message, and loads the page again in any case. */
export function useReloadingAction() {
  const { busy, run } = useAction()
  const { revalidate } = useRevalidator()

  return {
    busy,
    run: (send: () => Promise<{ message: string }>) =>
      run(async () => {
        await send().then(({ message }) => toast.success(message), showProblem)
        await revalidate()
      }),
  }
}

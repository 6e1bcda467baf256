import { useRevalidator } from 'react-router'
import { ApiError } from '#platform/http/api-client.ts'
import type { Problem } from '#platform/http/endpoint.ts'
import { useBusy } from '#ui/loading.tsx'
import { toast } from '#ui/toast.tsx'

/** Shows in a toast why a call failed. Any other error is a bug and is thrown again. */
export function showProblem(error: unknown): Problem {
  if (!(error instanceof ApiError)) throw error
  toast.error(error.problem.detail)
  return error.problem
}

/** What a button does by calling the API: it is busy meanwhile, and a failure is shown in a toast. */
export function useAction() {
  const { busy, whileBusy } = useBusy()

  /** @returns what went wrong, or null */
  const run = async (action: () => Promise<unknown>): Promise<Problem | null> =>
    (await whileBusy(() => action().then(() => null, showProblem))) ?? null

  return { busy, run }
}

export type Send = () => Promise<{ message: string }>

/**
 * Shows a call's message, or in a toast why it failed, and loads the page again in any case.
 *
 * @param undo takes it back, by a button of that toast
 * @returns what went wrong, or null
 */
export async function sendAndReload(
  send: Send,
  reload: () => Promise<void>,
  undo?: Send,
): Promise<Problem | null> {
  const problem = await send().then(({ message }) => {
    toast.success(message, undo && (() => void sendAndReload(undo, reload)))
    return null
  }, showProblem)
  await reload()
  return problem
}

/** What a button does by a call that changes what the page shows: {@link sendAndReload}, and it is busy meanwhile. */
export function useReloadingAction() {
  const { busy, whileBusy } = useBusy()
  const { revalidate } = useRevalidator()
  const run = async (send: Send, undo?: Send): Promise<Problem | null> =>
    (await whileBusy(() => sendAndReload(send, revalidate, undo))) ?? null

  return { busy, run }
}

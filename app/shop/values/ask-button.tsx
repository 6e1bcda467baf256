import type { ComponentProps } from 'react'
import type { Problem } from '#platform/http/endpoint.ts'
import { ConfirmButton } from '#ui/forms/confirm-button.tsx'
import { type Send, useReloadingAction } from './use-action.ts'

interface AskButtonProps extends Omit<ComponentProps<typeof ConfirmButton>, 'onConfirm'> {
  /** The call, once it is confirmed. */
  send: Send
  /** Called with what went wrong, after the page was loaded again: its fields show it. */
  onAnswer?: (problem: Problem | null) => void
}

/** A button that asks before its call. The question stays while something is wrong in one of its fields. */
export function AskButton({ send, onAnswer, ...button }: AskButtonProps) {
  const { run } = useReloadingAction()

  async function confirm() {
    const problem = await run(send)
    onAnswer?.(problem)
    return onAnswer && problem?.errors
  }

  return <ConfirmButton {...button} onConfirm={confirm} />
}

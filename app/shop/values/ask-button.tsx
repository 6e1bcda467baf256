import { type ComponentProps, useState } from 'react'
import type { Problem } from '#platform/http/endpoint.ts'
import { ConfirmButton } from '#ui/forms/confirm-button.tsx'
import { type Send, useReloadingAction } from './use-action.ts'

interface AskButtonProps extends Omit<ComponentProps<typeof ConfirmButton>, 'onConfirm'> {
  /** The call, once it is confirmed. */
  send: Send
  /** Called with what went wrong, after the page was loaded again: its fields show it. */
  onAnswer?: (problem: Problem | null) => void
}

/** A button that asks before its call. The question stays and says why it failed, unless its fields do. */
export function AskButton({ send, onAnswer, onOpen, children, ...button }: AskButtonProps) {
  const { run } = useReloadingAction()
  const [failure, setFailure] = useState<string>()

  async function confirm() {
    const problem = await run(send)
    onAnswer?.(problem)
    setFailure(onAnswer && problem?.errors ? undefined : problem?.detail)
    return problem
  }

  function begin() {
    setFailure(undefined)
    onOpen?.()
  }

  return (
    <ConfirmButton {...button} onConfirm={confirm} onOpen={begin}>
      <div>{children}</div>
      {failure && (
        <p role="alert" className="mt-4 text-sm font-medium text-chilli">
          {failure}
        </p>
      )}
    </ConfirmButton>
  )
}

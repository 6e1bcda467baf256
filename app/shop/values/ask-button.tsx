import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Problem } from '#platform/http/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { type Send, useReloadingAction } from './use-action.ts'

type ButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'>
type QuestionProps = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'confirmLabel' | 'danger' | 'noValidate'
>

interface AskButtonProps extends ButtonProps, QuestionProps {
  label: string
  /** Read out after the label: what it is about. */
  about?: string
  icon?: ReactNode
  /** The call, once it is confirmed. */
  send: Send
  /** Called with what went wrong, after the page was loaded again; the button may be gone. */
  onDone?: (problem: Problem | null) => void
  /** What will happen, or a field to fill in first. */
  children: ReactNode
}

/** A button that asks before its call. While something is wrong in a field, the question stays. */
export function AskButton(props: AskButtonProps) {
  const { label, about, icon, send, onDone, children, ...looks } = props
  const { variant = 'secondary', size = 'small', className, ...question } = looks
  const [isAsking, setIsAsking] = useState(false)
  const { busy, run } = useReloadingAction()
  const close = () => setIsAsking(false)

  async function confirm() {
    const problem = await run(send)
    if (!problem?.errors) close()
    onDone?.(problem)
  }

  return (
    <>
      <Button {...{ variant, size, className }} onClick={() => setIsAsking(true)}>
        {icon}
        <span>{label}</span>
        {about && <span className="sr-only">{about}</span>}
      </Button>
      <ConfirmDialog
        {...question}
        open={isAsking}
        busy={busy}
        onClose={close}
        onConfirm={() => void confirm()}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}

import { type ComponentProps, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../button.tsx'
import { useBusy } from '../loading.tsx'
import { ConfirmDialog } from '../modal.tsx'

type ConfirmButtonProps = Pick<
  ComponentProps<typeof Button>,
  'variant' | 'size' | 'className' | 'disabled'
> &
  Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'onClose' | 'onConfirm' | 'busy'> & {
    /** On the button. */
    label: string
    /** Read out after the label: what it is about. */
    about?: string
    icon?: ReactNode
    /** The dialog closes afterwards, unless this returns what went wrong. */
    onConfirm: () => unknown
    /** Called when the dialog opens: what was typed before is gone. */
    onOpen?: () => void
    /** Called when it has closed after the work; the button may be gone. */
    onDone?: () => unknown
  }

/** A button that asks first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { variant = 'secondary', size = 'small', className, disabled, ...rest } = props
  const { label, about, icon, onConfirm, onOpen, onDone, ...dialog } = rest
  const [isOpen, setIsOpen] = useState(false)
  const { busy, whileBusy } = useBusy()

  async function confirm() {
    if (await onConfirm()) return
    // Nothing outside an open dialog can have the focus.
    flushSync(() => setIsOpen(false))
    await onDone?.()
  }

  function open() {
    onOpen?.()
    setIsOpen(true)
  }

  return (
    <>
      <Button {...{ variant, size, className, disabled }} onClick={open}>
        {icon}
        <span>{label}</span>
        {about && <span className="sr-only">{about}</span>}
      </Button>
      <ConfirmDialog
        {...dialog}
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={() => void whileBusy(confirm)}
        busy={busy}
      />
    </>
  )
}

import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  /** What will happen, or a field to fill in before it does. */
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  busy?: boolean
}

/** Asks before something that cannot be taken back. The owner closes it once the work is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, onConfirm, title, children, confirmLabel } = props
  const { cancelLabel = 'Go back', danger, busy } = props
  return (
    <Modal
      open={open}
      onClose={onClose}
      label={title}
      className="m-auto w-[min(28rem,92vw)] rounded-card"
    >
      <form
        className="grid gap-4 p-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) onConfirm()
        }}
      >
        <h2 className="text-xl">{title}</h2>
        <div>{children}</div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" size="small" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button type="submit" size="small" variant={danger ? 'danger' : 'primary'} busy={busy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

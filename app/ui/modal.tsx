import { type ReactNode, useEffect, useRef } from 'react'
import { Button, IconButton } from './button.tsx'
import { closeIcon, Icon } from './icon.tsx'

interface ModalProps {
  open: boolean
  /** Called on Escape, on a press outside, and by the modal's own buttons; the owner sets `open` to false. */
  onClose: () => void
  /** Its name for screen readers. */
  label: string
  className: string
  children: ReactNode
}

/** The browser's own modal dialog: it traps the focus, closes on Escape and returns the focus. */
export function Modal({ open, onClose, label, className, children }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (open) dialog?.showModal()
    return () => dialog?.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press on the backdrop; the keyboard has Escape
    <dialog
      ref={ref}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === ref.current && onClose()}
      className={`modal ${className}`}
    >
      {open && children}
    </dialog>
  )
}

const sides = {
  left: 'mr-auto ml-0 h-dvh w-[min(22rem,88vw)] rounded-r-card [--from:-100%_0]',
  right: 'mr-0 ml-auto h-dvh w-[min(22rem,88vw)] rounded-l-card [--from:100%_0]',
  bottom: 'mt-auto mb-0 max-h-[88dvh] w-full rounded-t-card [--from:0_100%]',
}

interface SheetProps {
  open: boolean
  onClose: () => void
  title: string
  side?: keyof typeof sides
  children: ReactNode
  /** Always visible below the scrolling content, such as 'Show 12 cakes'. */
  footer?: ReactNode
}

/** A panel that slides in from a side: the menu, the filters on a phone. */
export function Sheet({ open, onClose, title, side = 'right', children, footer }: SheetProps) {
  return (
    <Modal open={open} onClose={onClose} label={title} className={sides[side]}>
      <div className="grid h-full max-h-[inherit] grid-rows-[auto_1fr_auto]">
        <div className="flex items-center justify-between py-2 pr-2 pl-5">
          <h2 className="text-xl">{title}</h2>
          <IconButton label="Close" onClick={onClose}>
            <Icon path={closeIcon} size={22} />
          </IconButton>
        </div>
        <div className="overflow-y-auto overscroll-contain px-5 pb-5">{children}</div>
        {footer && <div className="border-t border-line p-4">{footer}</div>}
      </div>
    </Modal>
  )
}

interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  /** What will happen, or a field to fill in first. */
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  busy?: boolean
  /** Its fields show sentences of ours, not the browser's. */
  noValidate?: boolean
}

/** Asks before something that cannot be undone. The owner closes it when the work is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, onConfirm, title, children, confirmLabel } = props
  const { cancelLabel = 'Go back', danger, busy, noValidate } = props
  return (
    <Modal
      open={open}
      onClose={onClose}
      label={title}
      className="m-auto max-h-[94dvh] w-[min(28rem,92vw)] overflow-y-auto overscroll-contain rounded-card"
    >
      <form
        className="grid gap-4 p-6"
        noValidate={noValidate}
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

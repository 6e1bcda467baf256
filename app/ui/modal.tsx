import { type ReactNode, useEffect, useRef } from 'react'

export interface ModalProps {
  open: boolean
  /** Called on Escape, on a press outside, and by the modal's own buttons; the owner sets `open` to false. */
  onClose: () => void
  /** Its name for screen readers. */
  label: string
  className: string
  children: ReactNode
}

/** The browser's own modal dialog: it traps the focus, closes on Escape and gives the focus back. */
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

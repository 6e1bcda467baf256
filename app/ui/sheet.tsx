import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { Modal } from './modal.tsx'

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
  /** Stays in sight below what scrolls, such as 'Show 12 cakes'. */
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
            <X size={22} aria-hidden="true" />
          </IconButton>
        </div>
        <div className="overflow-y-auto overscroll-contain px-5 pb-5">{children}</div>
        {footer && <div className="border-t border-line p-4">{footer}</div>}
      </div>
    </Modal>
  )
}

import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/modal.tsx'
import type { DeliveryLine } from '../delivery-lines.ts'
import { TellMeForm } from '../unserved/tell-me-form.tsx'
import { isUnserved, unservedText } from './earliest-text.ts'
import { PincodeForm } from './pincode-form.tsx'
import { useEarliest } from './use-earliest.ts'

interface PincodeDialogProps {
  open: boolean
  onClose: () => void
  /** What is to be delivered. */
  lines: readonly DeliveryLine[]
}

/** Asks where to deliver. It closes by itself when the shop delivers there, and says so when it does not. */
export function PincodeDialog({ open, onClose, lines }: PincodeDialogProps) {
  const { pincode, response } = useEarliest(lines)
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Modal
      open={open}
      onClose={onClose}
      label="Where shall we deliver?"
      className="m-auto w-[min(26rem,92vw)] rounded-card"
    >
      <div className="grid gap-4 p-6">
        <h2 className="text-xl">Where shall we deliver?</h2>
        <PincodeForm lines={lines} onServed={onClose} typed={typed} onType={setTyped} />
        <p role="status" className="rounded-field bg-blush p-4 text-sm empty:hidden">
          {isUnserved(response) && unservedText(pincode)}
        </p>
        {isUnserved(response) && <TellMeForm key={pincode} pincode={pincode} />}
        <Button variant="quiet" size="small" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  )
}

import { useState } from 'react'
import { systemClock } from '#platform/clock.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { useHydrated } from '#ui/hydration.tsx'
import { chevronDownIcon, Icon, truckIcon } from '#ui/icon.tsx'
import { Modal } from '#ui/modal.tsx'
import { type DeliveryLine, linesQuery } from '../slot-options.ts'
import { isUnserved, promiseText, unservedText } from '../slot-text.ts'
import { savePincode, useDeliveryAddress } from './delivery-address.ts'
import { earliestMemory, useEarliest } from './use-earliest.ts'

const noLines: readonly DeliveryLine[] = []

interface DeliverToProps {
  lines?: readonly DeliveryLine[]
  /** In two lines even on wide screens. */
  isNarrow?: boolean
}

/**
 * 'Deliver to 560034 · Earliest: today 6 to 8 pm', and a dialog for another pincode. The HTML is the same for everybody
 * until the browser fills it in without a change of height.
 */
export function DeliverTo({ lines = noLines, isNarrow = false }: DeliverToProps) {
  const [open, setOpen] = useState(false)
  const hydrated = useHydrated()
  const promise = useEarliest(lines)
  const { where, when } = promiseText(promise, systemClock.now())
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        disabled={!hydrated}
        onClick={() => setOpen(true)}
        className="flex min-h-11 w-full items-center gap-2 text-left text-sm leading-tight transition hover:text-berry max-sm:text-xs"
      >
        <Icon path={truckIcon} size={18} className="shrink-0 text-berry" />
        <span
          className={`flex min-w-0 gap-x-1.5 ${isNarrow ? 'flex-col' : 'flex-wrap max-sm:flex-col'}`}
        >
          <span className="font-medium">{hydrated ? where : 'Deliver to'}</span>
          {hydrated && when && (
            <>
              {!isNarrow && (
                <span aria-hidden="true" className="max-sm:hidden">
                  ·
                </span>
              )}
              <span className="font-semibold">{when}</span>
            </>
          )}
        </span>
        <span className="ml-auto flex shrink-0 items-center gap-1 font-semibold text-berry sm:ml-2">
          {promise.pincode && <span className="max-sm:sr-only">Change</span>}
          <Icon path={chevronDownIcon} size={16} />
        </span>
      </button>
      <PincodeDialog open={open} onClose={() => setOpen(false)} lines={lines} />
    </>
  )
}

export function DeliverToBar() {
  return (
    <section aria-label="Delivery" className="border-b border-line bg-blush print:hidden">
      <div className="shell">
        <DeliverTo />
      </div>
    </section>
  )
}

interface PincodeDialogProps {
  open: boolean
  onClose: () => void
  lines: readonly DeliveryLine[]
}

/** Closes if the shop delivers there; otherwise says that it does not. */
function PincodeDialog({ open, onClose, lines }: PincodeDialogProps) {
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
        <Button variant="quiet" size="small" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  )
}

interface PincodeFormProps {
  lines: readonly DeliveryLine[]
  /** Called if the shop delivers there, or does not respond. */
  onServed?: () => void
  /** Text from before the form was closed without sending. */
  typed?: string | null
  onType?: (typed: string | null) => void
}

const loadSchema = () =>
  import('#shop/values/india-address.schema.ts').then(({ pincodeFormSchema }) => pincodeFormSchema)

export function PincodeForm({ lines, onServed, typed, onType }: PincodeFormProps) {
  const { pincode: saved } = useDeliveryAddress()
  const form = useSchemaForm(loadSchema, async ({ pincode }: { pincode: string }) => {
    savePincode(pincode)
    onType?.(null)
    const response = await earliestMemory().refresh({ pincode, lines: linesQuery(lines) })
    if (!isUnserved(response)) onServed?.()
  })
  return (
    <form {...form.props} className="flex items-start gap-3">
      <div className="flex-1">
        <TextField
          {...form.field('pincode')}
          label="Pincode"
          inputMode="numeric"
          autoComplete="postal-code"
          defaultValue={typed ?? saved}
          onChange={({ target }) => onType?.(target.value)}
          required
        />
      </div>
      <Button type="submit" busy={form.busy} className="mt-7">
        Save
      </Button>
    </form>
  )
}

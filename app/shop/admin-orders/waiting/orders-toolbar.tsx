import { FileText, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { ApiError, apiBase, saveFile } from '#platform/http/api-client.ts'
import type { ConnectionState } from '#shop/live-orders/use-live-orders.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import { playNewOrderSound, setSound, useIsSoundOn } from './new-order-sound.ts'
import { deliveryHint, type WaitingOrder } from './waiting-order.ts'

interface OrdersToolbarProps {
  orders: readonly WaitingOrder[]
  /** No others wait. */
  areAll: boolean
  connection: ConnectionState
  now: Date
}

/** Above the orders: what presses, whether the list is live, the sound, the invoices. */
export function OrdersToolbar({ orders, areAll, connection, now }: OrdersToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="mr-auto text-sm text-cocoa-soft">{pressingText(orders, now, areAll)}</p>
      <Connection connection={connection} />
      <SoundSwitch />
      <GenerateInvoice />
    </div>
  )
}

/** '1 overdue, 3 for today'. */
function pressingText(orders: readonly WaitingOrder[], now: Date, areAll: boolean): string {
  const hints = orders.map(({ time }) => deliveryHint(new Date(time), now))
  const count = (hint: string) => hints.filter((one) => one === hint).length
  const overdue = count('Overdue')
  const today = count('Today')
  const parts = [overdue > 0 && `${overdue} overdue`, today > 0 && `${today} for today`]
  const text = parts.filter(Boolean).join(', ')
  if (areAll) return text || 'Nothing more for today'
  return text ? `Of these: ${text}` : 'None of these is for today'
}

const connectionTexts = { connecting: 'Connecting…', live: 'Live', reconnecting: 'Reconnecting…' }

function Connection({ connection }: { connection: ConnectionState }) {
  return (
    <span className="inline-flex items-center gap-2 px-1 text-sm">
      <span
        aria-hidden="true"
        className={`size-2.5 rounded-pill ${connection === 'live' ? 'bg-pistachio' : 'border-2 border-stroke'}`}
      />
      {connectionTexts[connection]}
    </span>
  )
}

function SoundSwitch() {
  const isOn = useIsSoundOn()
  const Icon = isOn ? Volume2 : VolumeX
  return (
    <Button
      variant={isOn ? 'primary' : 'secondary'}
      size="small"
      aria-pressed={isOn}
      onClick={() => {
        setSound(!isOn)
        // A press lets the browser make sounds, and this is what it will be like.
        if (!isOn) void playNewOrderSound()
      }}
    >
      <Icon size={18} aria-hidden="true" />
      Sound
    </Button>
  )
}

/** Saves the invoices of the orders that wait as one PDF. */
function GenerateInvoice() {
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      await saveFile(`${apiBase}/orders/generatepdf`, 'invoice.pdf')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.problem.detail)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button variant="secondary" size="small" busy={busy} onClick={() => void save()}>
      {!busy && <FileText size={18} aria-hidden="true" />}
      Generate Invoice
    </Button>
  )
}

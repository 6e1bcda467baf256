import { FileText, Volume2, VolumeX } from 'lucide-react'
import { apiBase, saveFile } from '#platform/http/api-client.ts'
import type { ConnectionState } from '#shop/orders/live/use-live-orders.ts'
import { useAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { useStored } from '#ui/hydration.tsx'
import { playNewOrderSound, soundSetting } from './new-order-sound.ts'

export function OrdersToolbar({ connection }: { connection: ConnectionState }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Connection connection={connection} />
      <SoundSwitch />
      <GenerateInvoice />
    </div>
  )
}

const connectionTexts = { connecting: 'Connecting…', live: 'Live', reconnecting: 'Reconnecting…' }

function Connection({ connection }: { connection: ConnectionState }) {
  return (
    <span className="mr-auto inline-flex items-center gap-2 px-1 text-sm max-sm:w-full">
      <span
        aria-hidden="true"
        className={`size-2.5 rounded-pill ${connection === 'live' ? 'bg-pistachio' : 'border-2 border-stroke'}`}
      />
      <span>{connectionTexts[connection]}</span>
    </span>
  )
}

function SoundSwitch() {
  const isOn = useStored(soundSetting)
  const Icon = isOn ? Volume2 : VolumeX
  return (
    <Button
      variant={isOn ? 'primary' : 'secondary'}
      size="small"
      aria-pressed={isOn}
      onClick={() => {
        soundSetting.save(!isOn)
        // A press allows the browser to play sounds; this one is a sample.
        if (!isOn) void playNewOrderSound()
      }}
    >
      <Icon size={18} aria-hidden="true" />
      <span>Sound</span>
    </Button>
  )
}

/** The invoices of the pending orders, as one PDF. */
function GenerateInvoice() {
  const { busy, run } = useAction()
  const save = () => run(() => saveFile(`${apiBase}/orders/generatepdf`, 'invoice.pdf'))

  return (
    <Button variant="secondary" size="small" busy={busy} onClick={() => void save()}>
      {!busy && <FileText size={18} aria-hidden="true" />}
      <span>Generate Invoice</span>
    </Button>
  )
}

import { Navigation, Phone } from 'lucide-react'
import { useState } from 'react'
import { fulfilmentLabels } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { useHydrated } from '#ui/hydration.tsx'
import { UserText } from '#ui/user-text.tsx'
import { lateText } from '../door-money/door-money.ts'
import { DeliverForm, FailForm } from './door-forms.tsx'
import type { DoorMove } from './move-queue.ts'
import { mapHref } from './run-stop.ts'
import type { ShownStop } from './use-run.ts'

interface StopCardProps {
  stop: ShownStop
  place: number
  onMove: (move: DoorMove) => void
}

const waitingWords = { move: ', not sent yet', photo: ', photo not sent yet' }

/** A door: who, where, what to take, and what happened there. */
export function StopCard({ stop, place, onMove }: StopCardProps) {
  const { number, hours, name, address, riderNote, cashDue, late, status, problem } = stop
  const title = `stop-${number}`
  return (
    <article aria-labelledby={title} className="card grid gap-3 p-4">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span>
          {place}. Order {number}, {hours}
        </span>
        <strong className="font-semibold">
          {fulfilmentLabels[status]}
          {stop.waits && waitingWords[stop.waits]}
        </strong>
      </p>
      <h2 id={title} className="text-xl">
        <UserText>{name}</UserText>
      </h2>
      <p>
        <UserText lines>{address}</UserText>
      </p>
      {riderNote && (
        <p className="rounded-field bg-blush px-3 py-2">
          Note: <UserText>{riderNote}</UserText>
        </p>
      )}
      {cashDue > 0 && (
        <p className="text-lg font-semibold">Collect {formatInr(toPaise(cashDue))}</p>
      )}
      {late && <p>{lateText(late)}</p>}
      <Ways stop={stop} />
      <p role="alert" className="font-semibold text-chilli empty:hidden">
        {problem}
      </p>
      <Moves stop={stop} onMove={onMove} />
    </article>
  )
}

function Ways({ stop }: { stop: ShownStop }) {
  const { phone, name, isSurprise, status } = stop
  const look = buttonLook({ variant: 'secondary', size: 'small' })
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {phone && (
          <a href={`tel:+91${phone}`} className={look}>
            <Phone size={18} aria-hidden="true" />
            Call<span className="sr-only"> {name}</span>
          </a>
        )}
        <a href={mapHref(stop)} className={look}>
          <Navigation size={18} aria-hidden="true" />
          Map<span className="sr-only"> to {name}</span>
        </a>
      </div>
      {isSurprise && status === 'ready' && (
        <p className="text-sm text-cocoa-soft">
          A surprise: please don’t call before it is out for delivery.
        </p>
      )}
    </div>
  )
}

/** The buttons of where it is, and the form that one of them opens. */
function Moves({ stop, onMove }: Pick<StopCardProps, 'stop' | 'onMove'>) {
  const [form, setForm] = useState<'deliver' | 'fail' | null>(null)
  const ready = useHydrated()
  const { status, number } = stop
  const which = <span className="sr-only"> order {number}</span>
  function done(move: DoorMove) {
    setForm(null)
    onMove(move)
  }
  if (status === 'ready' || status === 'failed') {
    return (
      <Button wide disabled={!ready} onClick={() => done({ move: 'dispatch' })}>
        {status === 'failed' ? 'Try delivery again' : 'Out for delivery'}
        {which}
      </Button>
    )
  }
  if (status !== 'out_for_delivery') return null
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <Button
          disabled={!ready}
          aria-expanded={form === 'deliver'}
          onClick={() => setForm(form === 'deliver' ? null : 'deliver')}
        >
          Delivered{which}
        </Button>
        <Button
          variant="secondary"
          disabled={!ready}
          aria-expanded={form === 'fail'}
          onClick={() => setForm(form === 'fail' ? null : 'fail')}
        >
          Failed{which}
        </Button>
      </div>
      {form === 'deliver' && <DeliverForm stop={stop} onDone={done} />}
      {form === 'fail' && <FailForm onDone={done} />}
    </>
  )
}

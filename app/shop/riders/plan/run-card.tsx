import { Send } from 'lucide-react'
import { useId, useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { fulfilmentLabels } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { Moment } from '#shop/values/moment.tsx'
import { phoneHref, withCountryCode } from '#shop/values/shop-details.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { CopyLink } from '#ui/copy-link.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { LeaveRun, RevokeRun } from './make-run.server.ts'
import type { RunOrder } from './slot-orders.tsx'

export interface ShownRun {
  id: string
  riderName: string
  riderMobile: string
  link: string
  qr: { size: number; path: string }
  state: 'works' | 'over' | 'revoked'
  /** ISO 8601. */
  linkEndsAt: string
  orders: RunOrder[]
}

/** A run with its rider, its link and the status of its orders. */
export function RunCard({ run }: { run: ShownRun }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card grid gap-4 p-4 md:p-6">
      <header>
        <h2 id={id} className="text-xl">
          <UserText>{run.riderName}</UserText>
        </h2>
        <p className="text-sm">
          <a href={phoneHref(run.riderMobile)} className="font-semibold text-berry underline">
            {run.riderMobile}
          </a>
          , <LinkState run={run} />
        </p>
      </header>
      <ol className="divide-y divide-line">
        {run.orders.map((order) => (
          <RunStopRow key={order.id} order={order} run={run} />
        ))}
      </ol>
      {run.state === 'works' && <RunLink run={run} />}
    </section>
  )
}

function LinkState({ run: { state, linkEndsAt } }: { run: ShownRun }) {
  if (state === 'revoked') return <span>the link was revoked</span>
  return (
    <span>
      the link <span>{state === 'works' ? 'works until' : 'ended'}</span> <Moment at={linkEndsAt} />
    </span>
  )
}

function RunStopRow({ order, run }: { order: RunOrder; run: ShownRun }) {
  const { busy, run: act } = useReloadingAction()
  const canLeave = run.state === 'works' && (order.status === 'ready' || order.status === 'failed')
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 py-1">
      <span>{`Order ${order.number}, ${order.pincode}`}</span>
      <span className="ml-auto text-sm font-semibold">{fulfilmentLabels[order.status]}</span>
      {canLeave && (
        <Button
          variant="quiet"
          size="small"
          busy={busy}
          onClick={() =>
            void act(() =>
              call<LeaveRun>('POST /runs/leave', {
                body: { run: run.id, order: order.id },
              }),
            )
          }
        >
          Remove from run<span className="sr-only">{` order ${order.number}`}</span>
        </Button>
      )}
    </li>
  )
}

/** The link to the rider's page: to copy, send, scan or revoke. */
function RunLink({ run }: { run: ShownRun }) {
  const [isAsking, setIsAsking] = useState(false)
  const { busy, run: act } = useReloadingAction()
  const number = withCountryCode(run.riderMobile)
  const text = encodeURIComponent(`Your deliveries: ${run.link}`)
  const small = buttonLook({ variant: 'secondary', size: 'small' })

  async function revoke() {
    await act(() => call<RevokeRun>('POST /runs/revoke', { body: { run: run.id } }))
    setIsAsking(false)
  }

  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap gap-2">
        <CopyLink url={run.link}>Copy link</CopyLink>
        <a href={`https://wa.me/${number.slice(1)}?text=${text}`} className={small}>
          <Send size={18} aria-hidden="true" />
          WhatsApp
        </a>
        <a href={`sms:${number}?body=${text}`} className={small}>
          <Send size={18} aria-hidden="true" />
          SMS
        </a>
        <Button variant="quiet" size="small" onClick={() => setIsAsking(true)}>
          Revoke link
        </Button>
      </div>
      <details>
        <summary className="min-h-11 cursor-pointer py-2 text-sm font-semibold text-berry">
          QR code to scan
        </summary>
        <QrCode {...run.qr} label={`QR code of the link for ${run.riderName}`} />
      </details>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void revoke()}
        title="Revoke this link?"
        confirmLabel="Revoke"
        danger
        busy={busy}
      >
        <p>Its page stops working at once. The orders can go into another run.</p>
      </ConfirmDialog>
    </div>
  )
}

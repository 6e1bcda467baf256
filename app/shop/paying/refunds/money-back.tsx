import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import type { Problem } from '#platform/http/endpoint.ts'
import { ReferenceInput } from '#shop/handling/door/money-fields.tsx'
import {
  disputeStatusLabels,
  evidence,
  findDashboard,
  isEnded,
  reasonText,
} from '#shop/orders/disputes/dispute-status.ts'
import type { PaymentMethod } from '#shop/orders/money/ledger.ts'
import type { Order } from '#shop/orders/order.ts'
import { ReasonField } from '#shop/orders/reason-field.tsx'
import type { DisputeStatus } from '#shop/payments/payment-provider.ts'
import { AskButton } from '#shop/values/ask-button.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { formatInr, formatRs, type Paise, toRupees } from '#shop/values/money.ts'
import { typedRupees } from '#shop/values/typed/typed-amount.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { Button, textLink } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { externalLinkIcon, triangleAlertIcon } from '#ui/more-icons.ts'
import type { RefundOrder as RefundCall } from './refund-order.server.ts'

interface RefundOrderProps {
  order: Pick<Order, 'id' | 'number'>
  /** What can be refunded to the card, and of what was taken at the door or counter. */
  left: { card: Paise; taken: Paise }
  /** Called after the reload; this button may be gone with its focus. */
  onDone: () => void
}

/** A dialog for the amount, the way and the reason. */
export function RefundOrder({ order, left, onDone }: RefundOrderProps) {
  const { form, change, fieldErrors, begin, send, showErrors } = useRefund(order, left)
  const { method } = form
  const leftPaise = method === 'provider' ? left.card : left.taken
  return (
    <AskButton
      label="Refund"
      about={` order ${order.number}`}
      title={`Refund order ${order.number}?`}
      confirmLabel="Refund"
      danger
      onOpen={begin}
      send={send}
      onAnswer={showErrors}
      onDone={onDone}
    >
      <div className="grid gap-4">
        <p>A refund does not stop the order. To stop it, cancel or close it.</p>
        {left.taken > 0 && (
          <SelectField
            label="How the customer gets it"
            value={method}
            onChange={({ target }) => change({ method: target.value as PaymentMethod })}
          >
            {left.card > 0 && <option value="provider">To the card</option>}
            <option value="cash">In cash</option>
            <option value="upi">By UPI</option>
          </SelectField>
        )}
        {method === 'upi' && (
          <ReferenceInput
            value={form.reference}
            error={fieldErrors.reference}
            onChange={({ target }) => change({ reference: target.value })}
          />
        )}
        <TextField
          label="Amount in rupees"
          inputMode="decimal"
          autoComplete="off"
          value={form.amount}
          error={fieldErrors.amount}
          hint={`Up to ${formatInr(leftPaise)} can be refunded.`}
          onChange={(event) => change({ amount: event.target.value })}
        />
        <Button
          variant="secondary"
          size="small"
          className="-mt-2 justify-self-start"
          onClick={() => change({ amount: String(toRupees(leftPaise)) })}
        >
          {`All: ${formatInr(leftPaise)}`}
        </Button>
        <ReasonField
          hint="For your records only. The customer is emailed the amount, not the reason."
          value={form.reason}
          error={fieldErrors.reason}
          onChange={(reason) => change({ reason })}
        />
      </div>
    </AskButton>
  )
}

/** The key makes a repeated request harmless. */
interface RefundForm {
  key: string
  method: PaymentMethod
  reference: string
  amount: string
  reason: string
}

const nothing: RefundForm = { key: '', method: 'provider', reference: '', amount: '', reason: '' }

function useRefund({ id }: RefundOrderProps['order'], left: RefundOrderProps['left']) {
  const [form, setForm] = useState(nothing)
  const [fieldErrors, setErrors] = useState<Record<string, string | undefined>>({})

  function send() {
    const { method, key, reason } = form
    const amount = typedRupees(form.amount)
    const reference = method === 'upi' ? tidyEntry(form.reference) : undefined
    const body = { orderId: id, amount, reason, method, reference, key }
    return call<RefundCall>('POST /orders/refund', { body })
  }

  const showErrors = (problem: Problem | null) => setErrors(problem?.errors ?? {})

  function begin() {
    setErrors({})
    const method = left.card > 0 ? 'provider' : 'cash'
    setForm({ ...nothing, key: crypto.randomUUID(), method })
  }

  const change = (part: Partial<RefundForm>) => setForm((before) => ({ ...before, ...part }))
  return { form, fieldErrors, begin, send, showErrors, change }
}

interface ShownDispute {
  /** The provider's id. */
  id: string
  provider: string
  status: DisputeStatus
  reason: string
  isRefundable: boolean
  amountPaise: Paise
  /** 0 if it is not lost. */
  lostPaise: Paise
  answerBy: Date | null
  reportedAt: Date
}

/** While a dispute is open, also says by when and how to answer it. */
export function DisputeNotice({ dispute, now }: { dispute: ShownDispute; now: Date }) {
  const { id, provider, status, reason, isRefundable, amountPaise } = dispute
  const isOpen = status === 'open'
  return (
    <div className="grid gap-3 text-sm">
      <p className={`flex items-center gap-2 font-semibold ${isOpen ? 'text-chilli' : ''}`}>
        {isOpen && <Icon path={triangleAlertIcon} size={18} className="shrink-0" />}
        <span>{`${disputeStatusLabels[status]}: ${formatRs(amountPaise)}`}</span>
      </p>
      <p className="wrap-anywhere">
        {`${sentences[status]} Reason: ${reasonText(reason)}. Dispute ${id}.`}
      </p>
      {isOpen && <HowToAnswer dispute={dispute} now={now} />}
      {!isRefundable && (
        <p className="text-cocoa-soft">
          {isEnded(status)
            ? 'The rest of this payment cannot be refunded to the card either.'
            : 'This payment cannot be refunded meanwhile: the bank decides who gets the money.'}
        </p>
      )}
      <DashboardLink provider={provider} />
    </div>
  )
}

const sentences: Record<DisputeStatus, string> = {
  open: 'The customer’s bank wants this money back.',
  under_review:
    'The customer’s bank has your answer and decides. This can take two to three months.',
  won: 'The bank decided for you. The money stays with you.',
  lost: 'The bank decided for the customer. The money is gone, and counts as refunded.',
  closed: 'The dispute ended without a decision against you.',
}

function HowToAnswer({ dispute, now }: { dispute: ShownDispute; now: Date }) {
  const { answerBy, isRefundable } = dispute
  const isLate = answerBy !== null && answerBy < now
  return (
    <>
      {answerBy && (
        <p className="font-semibold">
          <span>{isLate ? 'The answer was due by ' : 'Answer by '}</span>
          <Moment at={answerBy} />. <span>{!isLate && 'Without an answer the money is lost.'}</span>
        </p>
      )}
      <div>
        <p>What banks want to see:</p>
        <ul className="mt-1 grid list-disc gap-1 pl-5">
          {evidence.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </div>
      {isRefundable && (
        <p className="text-cocoa-soft">
          The bank only asks so far. If the customer is right, a full refund usually ends it.
        </p>
      )}
    </>
  )
}

function DashboardLink({ provider }: { provider: string }) {
  const { name, url, path } = findDashboard(provider)
  if (!url) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className={`${textLink} w-fit gap-2 print:hidden`}
    >
      <span>{`Open ${name} (${path})`}</span>
      <Icon path={externalLinkIcon} size={16} />
      <span className="sr-only">in a new tab</span>
    </a>
  )
}

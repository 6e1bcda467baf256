import { Camera } from 'lucide-react'
import {
  AmountInput,
  LessReasonInput,
  MethodSelect,
  ReferenceInput,
  upiCodeLabel,
} from '#shop/handling/door/money-inputs.tsx'
import { failReasons, receivers } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { FileButton } from '#shop/pictures/file-button.tsx'
import { Choices } from '#ui/forms/choices.tsx'
import { FieldError, TextField } from '#ui/forms/field.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { failuresInHindiToo, InHindiToo, receiversInHindiToo } from './hindi.tsx'
import type { RunStop } from './run-stop.ts'

type DeliverFormProps = { stop: Pick<RunStop, 'number' | 'codesLeft' | 'cashDue'> }

/** Asks for the receiver, the code or a photo, and the money. `door-form.ts` shows the parts that are needed. */
export function DeliverForm({ stop }: DeliverFormProps) {
  const { number, codesLeft, cashDue } = stop
  return (
    <>
      <Choices
        id={`receiver-${number}`}
        name="receiver"
        legend={<InHindiToo word="Who received it?" />}
        choices={receivers}
        labels={receiversInHindiToo}
        value="recipient"
      />
      <div data-shown="code" hidden={codesLeft === 0}>
        <TextField
          id={`code-${number}`}
          name="code"
          label={<InHindiToo word="4-digit delivery code" />}
          hint={<InHindiToo word="Ask the recipient for it." />}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <PhotoField number={number} codesLeft={codesLeft} />
      <p role="status" data-shown="change" className="font-semibold empty:hidden" />
      <div data-shown="money" hidden={cashDue === 0} className="grid gap-3">
        <MoneyInputs stop={stop} />
      </div>
    </>
  )
}

function PhotoField({ number, codesLeft }: Pick<RunStop, 'number' | 'codesLeft'>) {
  const id = `photo-${number}`
  return (
    <div className="grid justify-items-start gap-2">
      <img
        data-shown="picture"
        hidden
        src="data:,"
        alt="At the door"
        className="max-h-60 rounded-field"
      />
      <p data-shown="may-photo" hidden={codesLeft === 0} className="text-sm">
        <InHindiToo word="No code? Take a photo of the cake at the door." />
      </p>
      <p data-shown="must-photo" hidden={codesLeft > 0} className="text-sm">
        <InHindiToo word="Too many wrong codes. Take a photo of the cake at the door instead." />
      </p>
      <FileButton id={id} name="photo" capture="environment" disabled>
        <Camera size={20} aria-hidden="true" />
        <span data-shown="first">
          <InHindiToo word="Take a photo" />
        </span>
        <span data-shown="another" hidden>
          <InHindiToo word="Take another photo" />
        </span>
      </FileButton>
      <FieldError id={`${id}-error`} />
    </div>
  )
}

function MoneyInputs({ stop: { number, cashDue } }: DeliverFormProps) {
  return (
    <>
      <AmountInput
        id={`amount-${number}`}
        name="amount"
        label={<InHindiToo word="Amount collected (₹)" />}
        defaultValue={cashDue}
      />
      <div data-shown="less" hidden>
        <LessReasonInput
          id={`reason-${number}`}
          name="reason"
          label={<InHindiToo word="Reason for the smaller amount" />}
        />
      </div>
      <MethodSelect
        id={`method-${number}`}
        name="method"
        label={<InHindiToo word="How it was paid" />}
      />
      <div data-shown="upi" hidden className="grid gap-3">
        {/* Drawn on the phone, because what is due may change while the page is open. */}
        <QrCode size={1} path="" label={upiCodeLabel} />
        <ReferenceInput
          id={`reference-${number}`}
          name="reference"
          label={<InHindiToo word="UPI reference number (UTR)" />}
          hint={<InHindiToo word="12 digits, on the phone after paying" />}
        />
      </div>
    </>
  )
}

/** Asks why it could not be handed over. The reason decides who pays, so none is preselected. */
export function FailForm({ number }: Pick<RunStop, 'number'>) {
  return (
    <Choices
      id={`failure-${number}`}
      name="failure"
      legend={<InHindiToo word="What happened?" />}
      choices={failReasons}
      labels={failuresInHindiToo}
      value={null}
    />
  )
}

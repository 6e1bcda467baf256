import type { ReactNode } from 'react'
import {
  AmountInput,
  LessReasonInput,
  MethodSelect,
  ReferenceInput,
  upiCodeLabel,
} from '#shop/handling/door/money-fields.tsx'
import {
  failLabels,
  failReasons,
  receiverLabels,
  receivers,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { FileButton } from '#shop/pictures/file-button.tsx'
import { Choices } from '#ui/forms/choices.tsx'
import { FieldError, TextField } from '#ui/forms/field.tsx'
import { cameraIcon, Icon } from '#ui/icon.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import type { RunStop } from './find-run.server.ts'

const words = {
  Deliveries: 'डिलीवरी',
  'Call the shop': 'दुकान को फ़ोन करें',
  'There is nothing to deliver.': 'कोई डिलीवरी नहीं है।',
  'Out for delivery': 'डिलीवरी के लिए निकले',
  'Try delivery again': 'फिर से कोशिश करें',
  'Try again': 'फिर से भेजें',
  Delivered: 'पहुँचा दिया',
  Failed: 'नहीं पहुँचा',
  'Mark delivered': 'पहुँचा दिया',
  'Mark not delivered': 'नहीं पहुँचा',
  Call: 'फ़ोन करें',
  Map: 'नक्शा',
  Note: 'ध्यान दें',
  Collect: 'पैसे लें',
  '1 box': '1 डिब्बा',
  boxes: 'डिब्बे',
  'keep upright': 'सीधा रखें',
  'A surprise: please don’t call before it is out for delivery.':
    'सरप्राइज़ है: डिलीवरी के लिए निकलने से पहले फ़ोन न करें।',
  'Who received it?': 'किसने लिया?',
  'The recipient': 'जिनके लिए है',
  'Family or colleague': 'परिवार या सहकर्मी',
  'A neighbour': 'पड़ोसी',
  'Guard or reception': 'गार्ड या रिसेप्शन',
  '4-digit delivery code': '4 अंकों का कोड',
  'Ask the recipient for it.': 'लेने वाले से पूछें।',
  'No code? Take a photo of the cake at the door.': 'कोड नहीं है? दरवाज़े पर केक की फ़ोटो लें।',
  'Too many wrong codes. Take a photo of the cake at the door instead.':
    'कोड कई बार गलत हुआ। दरवाज़े पर केक की फ़ोटो लें।',
  'Take a photo': 'फ़ोटो लें',
  'Take another photo': 'दूसरी फ़ोटो लें',
  'Amount collected (₹)': 'कितने पैसे मिले (₹)',
  'Reason for the smaller amount': 'कम पैसे क्यों मिले?',
  'How it was paid': 'नकद या UPI?',
  'UPI reference number (UTR)': 'UPI नंबर (UTR)',
  '12 digits, on the phone after paying': '12 अंक, पैसे देने के बाद फ़ोन पर',
  'What happened?': 'क्या हुआ?',
  'Nobody in': 'घर पर कोई नहीं',
  'Wrong address': 'पता गलत है',
  Refused: 'लेने से मना किया',
  'Damaged on the way': 'रास्ते में ख़राब हुआ',
} as const

interface InHindiTooProps {
  word: keyof typeof words
  /** Read out after the English word. */
  children?: ReactNode
}

/** An English word of the rider's page, and the Hindi one beside it. */
export function InHindiToo({ word, children }: InHindiTooProps) {
  return (
    <>
      {word}
      {children}{' '}
      <span lang="hi" className="font-normal">
        {words[word]}
      </span>
    </>
  )
}

/** Labels of choices in both languages. */
function inHindiToo<Choice extends string>(labels: Record<Choice, keyof typeof words>) {
  const pairs = Object.entries<keyof typeof words>(labels)
  return Object.fromEntries(
    pairs.map(([choice, word]) => [choice, <InHindiToo key={choice} word={word} />]),
  ) as Record<Choice, ReactNode>
}

const receiversInHindiToo = inHindiToo(receiverLabels)
const failuresInHindiToo = inHindiToo(failLabels)

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
        <Icon path={cameraIcon} size={20} />
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

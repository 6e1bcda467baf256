import type { ComponentProps } from 'react'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { maxText } from './gift.ts'

const inputs = {
  recipientName: { label: 'Their name' },
  recipientMobile: { label: 'Their mobile', type: 'tel', inputMode: 'tel' },
  recipientEmail: {
    label: 'Their email',
    type: 'email',
    inputMode: 'email',
    hint: 'We email them a tracking link. It shows no prices.',
  },
  giftMessage: {
    label: 'Gift message',
    hint: 'On a printed card',
    rows: 3,
    maxLetters: maxText.giftMessage,
  },
  giftFrom: {
    label: 'From, on the card',
    hint: 'Your name, as they call you',
    dir: 'auto',
    maxLetters: maxText.giftFrom,
  },
  riderNote: {
    label: 'Note for the rider',
    hint: 'Such as: second gate, ring twice',
    rows: 2,
    maxLetters: maxText.riderNote,
  },
} as const

type GiftFieldProps = Partial<
  Pick<
    ComponentProps<typeof TextField>,
    'name' | 'label' | 'hint' | 'value' | 'defaultValue' | 'error' | 'required'
  >
> & {
  of: keyof typeof inputs
  optional?: true
  onChange?: (event: { target: { value: string } }) => void
}

/** Of a recipient, a card or the rider's note, wherever it is typed: at checkout, by staff, in a change. */
export function GiftField({ of, optional, ...props }: GiftFieldProps) {
  const { label, ...input } = inputs[of]
  const field = {
    autoComplete: 'off',
    label: optional ? `${label} (optional)` : label,
    ...input,
    ...props,
  }
  return 'rows' in field ? <TextAreaField dir="auto" {...field} /> : <TextField {...field} />
}

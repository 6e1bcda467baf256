import type { FieldLook } from '#ui/forms/field-look.ts'
import { maxText } from './gift.ts'

/** The fields of a recipient, a card and the rider's note, wherever they are typed: at checkout, by staff, in a change. */
export const giftLooks = {
  recipientName: { label: 'Their name', autoComplete: 'off' },
  recipientMobile: { label: 'Their mobile', type: 'tel', inputMode: 'tel', autoComplete: 'off' },
  recipientEmail: {
    label: 'Their email',
    type: 'email',
    inputMode: 'email',
    hint: 'We email them a tracking link. It shows no prices.',
    autoComplete: 'off',
  },
  giftMessage: {
    label: 'Gift message',
    hint: 'On a printed card',
    rows: 3,
    maxLetters: maxText.giftMessage,
    dir: 'auto',
    autoComplete: 'off',
  },
  giftFrom: {
    label: 'From, on the card',
    hint: 'What they call the sender, such as Papa',
    maxLetters: maxText.giftFrom,
    dir: 'auto',
    autoComplete: 'off',
  },
  riderNote: {
    label: 'Note for the rider',
    hint: 'Such as: second gate, ring twice',
    rows: 2,
    maxLetters: maxText.riderNote,
    dir: 'auto',
    autoComplete: 'off',
  },
} satisfies Record<string, FieldLook>

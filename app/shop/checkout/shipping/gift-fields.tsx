import { ChoiceChips } from '#shop/cakes/choice-chips.tsx'
import type { Gift } from '#shop/orders/gift/gift.ts'
import { maxText } from '#shop/orders/gift/gift.ts'
import { CheckboxField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import type { GiftForm } from './shipping-details.ts'

interface ForWhomProps {
  isForOther: boolean
  onChange: (isForOther: boolean) => void
}

export function ForWhom({ isForOther, onChange }: ForWhomProps) {
  return (
    <ChoiceChips
      legend="Who is it for?"
      name="forWhom"
      choices={[
        { value: 'me', label: 'For me' },
        { value: 'other', label: 'For somebody else' },
      ]}
      value={isForOther ? 'other' : 'me'}
      onChange={(value) => onChange(value === 'other')}
    />
  )
}

interface GiftFieldsProps {
  field: (name: keyof GiftForm) => { name: string; error?: string }
  saved: Gift
}

interface RecipientFieldsProps extends GiftFieldsProps {
  isSurprise: boolean
  onSurprise: (isSurprise: boolean) => void
}

export function RecipientFields({
  field,
  saved: { recipient },
  isSurprise,
  onSurprise,
}: RecipientFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field('recipientName')}
          label="Their name"
          autoComplete="off"
          defaultValue={recipient?.name}
          required
        />
        <TextField
          {...field('recipientMobile')}
          label="Their mobile"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          defaultValue={recipient?.mobile}
        />
      </div>
      <TextField
        {...field('recipientEmail')}
        label="Their email (optional)"
        type="email"
        inputMode="email"
        autoComplete="off"
        defaultValue={recipient?.email}
        hint={`We email them a tracking link${isSurprise ? ' once the cake is on its way' : ''}. It shows no prices.`}
      />
      <CheckboxField
        {...field('surprise')}
        label="It’s a surprise: we won’t call or write to them before the cake is on its way"
        defaultChecked={recipient?.surprise}
        onChange={({ target }) => onSurprise(target.checked)}
      />
    </>
  )
}

export function CardFields({ field, saved }: GiftFieldsProps) {
  return (
    <>
      <TextAreaField
        {...field('giftMessage')}
        dir="auto"
        autoComplete="off"
        label="Gift message (optional)"
        hint="On a printed card"
        rows={3}
        maxLetters={maxText.giftMessage}
        defaultValue={saved.giftMessage}
      />
      <TextField
        {...field('giftFrom')}
        label="From (optional)"
        autoComplete="off"
        dir="auto"
        maxLetters={maxText.giftFrom}
        defaultValue={saved.giftFrom}
        hint="Your name, as they call you"
      />
    </>
  )
}

export function RiderNoteField({ field, saved }: GiftFieldsProps) {
  return (
    <TextAreaField
      {...field('riderNote')}
      dir="auto"
      autoComplete="off"
      label="Note for the rider (optional)"
      hint="Such as: second gate, ring twice"
      rows={2}
      maxLetters={maxText.riderNote}
      defaultValue={saved.riderNote}
    />
  )
}

import { type ComponentProps, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { Question } from '#ui/forms/choices.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { type AddressDoubt, addressDoubt } from './address-doubt.ts'
import { type DeliveryAddress, tidyPincode } from './india-address.ts'
import { cityOfPincode, followPincode } from './pincode-city.ts'

interface AddressFieldsProps {
  /** Of an input and of a text area. */
  field: (
    name: keyof DeliveryAddress,
  ) => Pick<
    ComponentProps<typeof TextField>,
    'name' | 'error' | 'value' | 'defaultValue' | 'autoComplete' | 'required'
  > & { onChange?: (event: { target: { value: string } }) => void }
  /** Of {@link useAddressQuestion}. */
  question?: ReactNode
  hint?: string
}

export function AddressFields({
  field,
  question,
  hint = 'House or flat, street and area',
}: AddressFieldsProps) {
  return (
    <>
      <TextAreaField {...field('address')} label="Address" rows={2} hint={hint} />
      {question}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('pincode')} label="Pincode" inputMode="numeric" />
        <TextField {...field('city')} label="City" />
      </div>
    </>
  )
}

/**
 * A question about an address before it is sent. It is asked once: sent again, the address is right.
 *
 * @param changePincode left out where the pincode stays
 */
export function useAddressQuestion(changePincode?: (pincode: string) => void) {
  const asked = useRef({ address: '', pincode: '' })
  const [doubt, setDoubt] = useState<AddressDoubt | null>(null)

  /** Whether it must be answered, or sent again. */
  function asks({ address, pincode }: typeof asked.current): boolean {
    const isAnswered = asked.current.address === address && asked.current.pincode === pincode
    const found = address === '' || isAnswered ? null : addressDoubt(address, pincode)
    asked.current = { address, pincode }
    setDoubt(found)
    return found !== null
  }

  function answer({ currentTarget: { form } }: Press, pincode?: string) {
    if (pincode) changePincode?.(pincode)
    setDoubt(null)
    form?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }

  const said = changePincode && doubt?.said
  const question = doubt && (
    <div ref={focusQuestion} tabIndex={-1} role="alert">
      <Question
        text={`${doubt.text} ${said ? 'Which one is right?' : 'Is it right?'}`}
        answers={{
          ...(said && { [`Use ${said}`]: (press: Press) => answer(press, said) }),
          [said ? `Keep ${asked.current.pincode}` : 'It is right']: (press) => answer(press),
        }}
      />
    </div>
  )
  return { asks, question }
}

type Press = MouseEvent<HTMLButtonElement>

function focusQuestion(question: HTMLElement | null) {
  question?.focus()
}

/** Fills in the city of a pincode as it is typed; a city that the customer typed stays. */
export function useFilledCity(
  form: { textOf: (name: 'city') => string; fill: (name: 'city', text: string) => Promise<void> },
  startingPincode: string,
) {
  /** As the shop filled it in, not the customer. */
  const filledCity = useRef(cityOfPincode(startingPincode))

  function fillCity(typedPincode: string) {
    const shown = form.textOf('city')
    const city = followPincode(shown, filledCity.current, tidyPincode(typedPincode))
    if (city === shown) return
    filledCity.current = city
    void form.fill('city', city)
  }

  return { filledCity, fillCity }
}

import { ShoppingBag } from 'lucide-react'
import { useController, useWatch } from 'react-hook-form'
import { servesAbout } from '#shop/cakes/cake-price.ts'
import { maxDetailLength, normaliseKilos } from '#shop/cart/custom-request.ts'
import { NameOnCakeField } from '#shop/icing/name-on-cake-field.tsx'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { NeedsScript, useHydrated } from '#ui/hydration.tsx'
import { CustomizePreviewBelow } from './customize-preview.tsx'
import { type CustomCakeForm, customCakeFormId } from './use-custom-cake-form.ts'

/** Flavour, weight, name and details of a customised cake, and the way into the cart. */
export function CustomizeFields({ state }: { state: CustomCakeForm }) {
  const { form, list, onSubmit, busy } = state
  const { register, formState } = form
  const { errors } = formState
  const ready = useHydrated()
  const sending = busy && list.some((one) => one.state === 'sending')
  return (
    <form
      id={customCakeFormId}
      aria-label="Your cake"
      noValidate
      // Keeps what is typed out of the address, should the browser ever send the form itself.
      method="post"
      onSubmit={onSubmit}
      className="card grid gap-5 p-5 md:p-8"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...register('flavour')}
          label="Flavour"
          placeholder="Chocolate, mango, rasmalai"
          autoComplete="off"
          list={usualFlavoursId}
          maxLength={100}
          required
          error={errors.flavour?.message}
        />
        <UsualFlavours />
        <Weight form={form} error={errors.wt?.message} />
      </div>
      <Name form={form} />
      <CustomizePreviewBelow state={state} />
      <Details form={form} error={errors.detail?.message} />
      <Button type="submit" size="large" wide busy={busy} disabled={!ready}>
        <ShoppingBag size={20} aria-hidden="true" />
        Add To Cart
      </Button>
      <p role="status" className="text-center text-sm text-cocoa-soft empty:hidden">
        {sending &&
          'Your pictures are still being sent. The cake is added as soon as they are there.'}
      </p>
      <NeedsScript>
        This form needs JavaScript. You can also call or mail us your wish: number and address are
        at the end of this page.
      </NeedsScript>
    </form>
  )
}

const usualFlavoursId = 'usual-flavours'
const usualFlavours = [
  ...['Vanilla', 'Chocolate', 'Chocolate truffle', 'Black forest', 'Red velvet', 'Butterscotch'],
  ...['Pineapple', 'Mango', 'Strawberry', 'Blueberry', 'Coffee', 'Rasmalai', 'Gulab jamun'],
]

/** Suggestions: any flavour is allowed. */
function UsualFlavours() {
  return (
    <datalist id={usualFlavoursId}>
      {usualFlavours.map((flavour) => (
        <option key={flavour} value={flavour} />
      ))}
    </datalist>
  )
}

interface FieldOfForm {
  form: CustomCakeForm['form']
  error?: string
}

function Weight({ form, error }: FieldOfForm) {
  const wt = normaliseKilos(useWatch({ control: form.control, name: 'wt' }))
  const serves = Number(wt) > 0 ? `${wt} kg serves about ${servesAbout(wt)}` : '1 kg serves about 9'
  return (
    <TextField
      {...form.register('wt')}
      label="Weight (kg)"
      inputMode="decimal"
      autoComplete="off"
      maxLength={10}
      hint={serves}
      required
      error={error}
    />
  )
}

function Name({ form }: Pick<FieldOfForm, 'form'>) {
  const { field, fieldState } = useController({ control: form.control, name: 'bname' })
  return (
    <NameOnCakeField
      ref={field.ref}
      label="Name on Cake (if any)"
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error?.message}
    />
  )
}

function Details({ form, error }: FieldOfForm) {
  const { length } = useWatch({ control: form.control, name: 'detail' })
  return (
    <TextAreaField
      {...form.register('detail', { onChange: () => form.clearErrors('image') })}
      label="Additional Details"
      dir="auto"
      placeholder="Colours, the occasion, what must not be missing, allergies"
      hint={
        <span className="flex justify-between gap-2">
          <span>Anything our baker should know</span>
          <span className="shrink-0 tabular-nums">
            {length} of {maxDetailLength}
          </span>
        </span>
      }
      error={error}
    />
  )
}

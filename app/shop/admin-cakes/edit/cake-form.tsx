import type { ReactNode } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { CakeCard } from '#shop/cakes/cake-card.tsx'
import { keptPictures } from '#shop/pictures/picture-list.ts'
import { PictureUploader } from '#shop/pictures/picture-uploader.tsx'
import { Button } from '#ui/button.tsx'
import { NeedsScript } from '#ui/needs-script.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { maxCakePictures } from '../cake-input.schema.ts'
import { CakeFields } from './cake-fields.tsx'
import { previewCard } from './cake-form-values.ts'
import { LeaveGuard } from './leave-guard.tsx'
import type { CakeForm as CakeFormState } from './use-cake-form.ts'

interface CakeFormProps {
  state: CakeFormState
  categories: readonly string[]
  isNew?: boolean
  /** The words on its button. */
  submit: string
  /** Above the button: what went wrong with the whole. */
  children?: ReactNode
}

/** The form of a cake with its card as customers will see it: beside it on wide screens, below on phones. */
export function CakeForm({ state, categories, isNew = false, submit, children }: CakeFormProps) {
  const ready = useHydrated()
  return (
    <>
      <form
        noValidate
        method="post"
        onSubmit={state.onSubmit}
        className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_17rem]"
      >
        <div className="grid min-w-0 gap-5">
          <CakeFields
            form={state.form}
            categories={categories}
            isNew={isNew}
            pictures={<Pictures state={state} />}
          />
        </div>
        <Preview state={state} />
        <div
          data-bottom-bar=""
          className="sticky bottom-0 z-20 -mx-(--shell-margin) grid gap-3 border-t border-line bg-cream px-(--shell-margin) py-3 lg:col-start-1 lg:mx-0 lg:px-0"
        >
          {children}
          <Button
            type="submit"
            size="large"
            busy={state.busy}
            disabled={!ready}
            className="lg:justify-self-start"
          >
            {submit}
          </Button>
          <NeedsScript>This form needs JavaScript.</NeedsScript>
        </div>
      </form>
      {/* Not in the form: browsers keep what a form within a form sends to themselves. */}
      <LeaveGuard unsaved={state.unsaved} />
    </>
  )
}

function Pictures({ state: { form, uploads } }: { state: CakeFormState }) {
  const { field, fieldState } = useController({ control: form.control, name: 'image' })
  return (
    <PictureUploader
      label="Image"
      uploads={uploads}
      most={maxCakePictures}
      error={fieldState.error?.message}
      ref={field.ref}
    />
  )
}

/** The real card. It leads nowhere yet, so nothing in it can be pressed. */
function Preview({ state: { form, list } }: { state: CakeFormState }) {
  const values = useWatch({ control: form.control })
  const [first] = keptPictures(list)
  return (
    <section aria-label="Preview" className="grid gap-3 lg:sticky lg:top-24 lg:row-span-2">
      <h2 className="text-lg">The card in the shop</h2>
      <div inert className="max-w-64">
        <CakeCard cake={previewCard(values, first?.picture)} />
      </div>
    </section>
  )
}

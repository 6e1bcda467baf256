import { type ReactNode, useCallback } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { type BlockerFunction, useBeforeUnload, useBlocker } from 'react-router'
import { PictureUploader } from '#shop/pictures/picture-uploader.tsx'
import { uploadedPictures } from '#shop/pictures/picture-uploads.ts'
import { Button } from '#ui/button.tsx'
import { NeedsScript, useHydrated } from '#ui/hydration.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { CakeCard } from '../../cake-card.tsx'
import { maxCakePictures } from '../cake-input.schema.ts'
import { CakeFields } from './cake-fields.tsx'
import { type CakeForm as CakeFormState, previewCard } from './use-cake-form.ts'

interface CakeFormProps {
  state: CakeFormState
  categories: readonly string[]
  isNew?: boolean
  submit: string
  /** Above the button: an error of the whole form. */
  children?: ReactNode
}

/** The form of a cake, with a preview of its card: beside it on wide screens, below on phones. */
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
      {/* Outside the form: HTML does not allow a form within a form. */}
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
      max={maxCakePictures}
      error={fieldState.error?.message}
      ref={field.ref}
    />
  )
}

/** The real card, inert: it has no page yet. */
function Preview({ state: { form, list } }: { state: CakeFormState }) {
  const values = useWatch({ control: form.control })
  const [first] = uploadedPictures(list)
  return (
    <section aria-label="Preview" className="grid gap-3 lg:sticky lg:top-24 lg:row-span-2">
      <h2 className="text-lg">Preview</h2>
      <div inert className="max-w-64">
        <CakeCard cake={previewCard(values, first?.picture)} />
      </div>
    </section>
  )
}

/** `navigate(to, { state: skipLeaveGuard })` leaves without asking. */
export const skipLeaveGuard = 'let-go'

function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation }) =>
        unsaved &&
        currentLocation.pathname !== nextLocation.pathname &&
        nextLocation.state !== skipLeaveGuard,
      [unsaved],
    ),
  )
  useBeforeUnload(useCallback((event) => unsaved && event.preventDefault(), [unsaved]))
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      danger
    >
      <p>Your changes will be lost.</p>
    </ConfirmDialog>
  )
}

import { CustomizeDesign } from './customize-design.tsx'
import { CustomizeFields } from './customize-fields.tsx'
import { CustomizePreviewBeside } from './customize-preview.tsx'
import { useCustomCakeForm } from './use-custom-cake-form.ts'

/** Everything that is shown and written of a cake, with what comes of it beside it. */
export function CustomizeForm() {
  const state = useCustomCakeForm()
  return (
    <div className="mt-10 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10">
      <CustomizeDesign state={state} />
      <CustomizePreviewBeside state={state} />
      <CustomizeFields state={state} />
    </div>
  )
}

import { Palette } from 'lucide-react'
import { type ComponentType, useId, useRef, useState } from 'react'
import { maxUploadedDesigns } from '#shop/cart/custom-draft.ts'
import { PictureUploader } from '#shop/pictures/picture-uploader.tsx'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/hydration.tsx'
import { toast } from '#ui/toast.tsx'
import type { DrawnDesign } from './cake-design.ts'
import type { CakeDesignerProps } from './designer/cake-designer.tsx'
import { type CustomCakeForm, customCakeFormId, drawnKey } from './use-custom-cake-form.ts'

export function CustomizeDesign({ state }: { state: CustomCakeForm }) {
  const { form, uploads, list } = state
  const drawn = list.some(({ key }) => key === drawnKey)
  return (
    <section aria-labelledby="design-title" className="card grid gap-5 p-5 md:p-8">
      <div className="grid gap-1">
        <h2 id="design-title" className="text-2xl">
          Your design
        </h2>
        <p className="text-sm text-cocoa-soft">
          Add up to {maxUploadedDesigns} pictures, the most important first. No picture? Describe
          the cake in Additional Details.
        </p>
      </div>
      <PictureUploader
        {...form.field('image')}
        form={customCakeFormId}
        label="Pictures of your design"
        uploads={uploads}
        max={maxUploadedDesigns + (drawn ? 1 : 0)}
        firstLabel="First"
        hasAltFields={false}
      />
      <Designer state={state} drawn={drawn} />
    </section>
  )
}

/** The designer loads when it is opened, and closes when its design is used. */
function Designer({ state, drawn }: { state: CustomCakeForm; drawn: boolean }) {
  const { designing, setDesigning, words } = state
  const [loading, setLoading] = useState(false)
  const [CakeDesigner, setDesigner] = useState<ComponentType<CakeDesignerProps> | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const ready = useHydrated()
  const id = useId()
  const hint = loading
    ? 'Opening the designer…'
    : drawn && !designing
      ? 'Your design is added. You can edit it anytime.'
      : 'Choose shape, tiers, icing and toppings.'

  async function toggle() {
    if (designing || CakeDesigner) return setDesigning(!designing)
    setLoading(true)
    try {
      const loaded = await import('./designer/cake-designer.tsx')
      setDesigner(() => loaded.CakeDesigner)
      setDesigning(true)
    } catch {
      toast.error('The designer could not be loaded. Check your connection and try again.')
    } finally {
      setLoading(false)
    }
  }

  async function use(drawing: Promise<DrawnDesign>) {
    await state.addDrawn(drawing)
    // The button that was pressed goes, and the focus must not be lost with it.
    if (panel.current?.contains(document.activeElement)) opener.current?.focus()
    setDesigning(false)
  }

  return (
    <div className="grid gap-5 noscript:hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          ref={opener}
          variant="secondary"
          busy={loading}
          disabled={!ready}
          aria-expanded={designing}
          aria-controls={id}
          onClick={() => void toggle()}
        >
          <Palette size={20} aria-hidden="true" />
          {designing ? 'Close the designer' : drawn ? 'Edit your design' : 'Design it here'}
        </Button>
        <p aria-live="polite" className="text-sm text-cocoa-soft">
          {hint}
        </p>
      </div>
      <div ref={panel} id={id} hidden={!designing}>
        {CakeDesigner && <CakeDesigner bname={words.bname} onUse={use} />}
      </div>
    </div>
  )
}

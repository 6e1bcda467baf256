import { Palette } from 'lucide-react'
import { type ComponentType, useId, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { CakeDesignerProps } from '#shop/cake-designs/cake-designer.tsx'
import { maxUploadedDesigns } from '#shop/cart/custom-request.ts'
import { PictureUploader } from '#shop/pictures/picture-uploader.tsx'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/hydration.tsx'
import { toast } from '#ui/toast.tsx'
import { drawnKey } from './custom-cake-designs.ts'
import type { CustomCakeForm } from './use-custom-cake-form.ts'

/** The pictures of the cake: sent, photographed, or put together in the designer. */
export function CustomizeDesign({ state }: { state: CustomCakeForm }) {
  const { form, uploads, list } = state
  const { field, fieldState } = useController({ control: form.control, name: 'image' })
  const drawn = list.some(({ key }) => key === drawnKey)
  return (
    <section aria-labelledby="design-title" className="card grid gap-5 p-5 md:p-8">
      <div className="grid gap-1">
        <h2 id="design-title" className="text-2xl">
          Your design
        </h2>
        <p className="text-sm text-cocoa-soft">
          Up to {maxUploadedDesigns} pictures, the most important one first. No picture? Describe
          the cake in Additional Details.
        </p>
      </div>
      <PictureUploader
        label="Pictures of your design"
        uploads={uploads}
        most={maxUploadedDesigns + (drawn ? 1 : 0)}
        firstLabel="First"
        asksWords={false}
        error={fieldState.error?.message}
        ref={field.ref}
      />
      <Designer state={state} drawn={drawn} />
    </section>
  )
}

/** The designer loads when it is opened. */
function Designer({ state, drawn }: { state: CustomCakeForm; drawn: boolean }) {
  const [open, setOpen] = useState(false)
  const [loading, setLoading] = useState(false)
  const [CakeDesigner, setDesigner] = useState<ComponentType<CakeDesignerProps> | null>(null)
  const ready = useHydrated()
  const id = useId()
  const bname = useWatch({ control: state.form.control, name: 'bname' })

  async function toggle() {
    if (open || CakeDesigner) return setOpen(!open)
    setLoading(true)
    try {
      const loaded = await import('#shop/cake-designs/cake-designer.tsx')
      setDesigner(() => loaded.CakeDesigner)
      setOpen(true)
    } catch {
      toast.error('The designer could not be loaded. Check your connection and try again.')
    } finally {
      setLoading(false)
    }
  }

  return (
    <div className="grid gap-5 noscript:hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="secondary"
          busy={loading}
          disabled={!ready}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => void toggle()}
        >
          <Palette size={20} aria-hidden="true" />
          {open ? 'Close the designer' : drawn ? 'Change the drawn design' : 'Design it here'}
        </Button>
        <p className="text-sm text-cocoa-soft">
          {loading ? 'Opening the designer…' : 'Choose shape, tiers, icing and toppings.'}
        </p>
      </div>
      <div id={id} hidden={!open}>
        {CakeDesigner && <CakeDesigner bname={bname} onUse={state.useDrawn} />}
      </div>
    </div>
  )
}

import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { maxUploadedDesigns } from '#shop/cart/custom-draft.ts'
import { PictureUploader } from '#shop/pictures/picture-uploader.tsx'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/hydration.tsx'
import { Icon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/loading.tsx'
import type { DrawnDesign } from './cake-design.ts'
import { type DesignPictures, designPictures, drawnKey } from './design-pictures.ts'
import { customCakeFormId } from './use-custom-cake-form.ts'

const paletteIcon =
  'M12 22a1 1 0 0 1 0-20 10 9 0 0 1 10 9 5 5 0 0 1-5 5h-2.25a1.75 1.75 0 0 0-1.4 2.8l.3.4a1.75 1.75 0 0 1-1.4 2.8zM13 6.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0-1 0M17 10.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0-1 0M6 12.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0-1 0M8 7.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0-1 0'

const CakeDesigner = lazyPart(
  async () => (await import('./designer/cake-designer.tsx')).CakeDesigner,
  { isNeeded: true, loading: <Skeleton className="h-96" /> },
)

interface CustomizeDesignProps {
  /** Of the file input, in the form of the cake. */
  name: string
  error?: string
  /** For the designer. */
  bname: string
  designing: boolean
  onDesigning: (designing: boolean) => void
  onPictures: (pictures: DesignPictures) => void
}

/** What the cake shall look like: pictures, and the designer. */
export function CustomizeDesign({ onPictures, ...props }: CustomizeDesignProps) {
  const [pictures] = useState(designPictures)
  const list = useSyncExternalStore(pictures.subscribe, pictures.current, pictures.current)
  const drawn = list.some(({ key }) => key === drawnKey)
  useEffect(() => {
    void pictures.restore()
    return pictures.stop
  }, [pictures])
  useEffect(() => onPictures({ ...pictures, list }), [pictures, list, onPictures])
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
        name={props.name}
        error={props.error}
        form={customCakeFormId}
        label="Pictures of your design"
        uploads={pictures}
        max={maxUploadedDesigns + (drawn ? 1 : 0)}
        firstLabel="First"
        hasAltFields={false}
      />
      <Designer {...props} addDrawn={pictures.addDrawn} drawn={drawn} />
    </section>
  )
}

interface DesignerProps extends Pick<DesignPictures, 'addDrawn'> {
  drawn: boolean
}

/** The designer loads when it is opened, and closes when its design is used. */
function Designer(props: Omit<CustomizeDesignProps, 'onPictures'> & DesignerProps) {
  const { bname, designing, onDesigning, addDrawn, drawn } = props
  const [wasOpened, setOpened] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const ready = useHydrated()
  const id = useId()
  const hint =
    drawn && !designing
      ? 'Your design is added. You can edit it anytime.'
      : 'Choose shape, tiers, icing and toppings.'

  function toggle() {
    setOpened(true)
    onDesigning(!designing)
  }

  async function use(drawing: Promise<DrawnDesign>) {
    await addDrawn(drawing)
    // The button that was pressed goes, and the focus must not be lost with it.
    if (panel.current?.contains(document.activeElement)) opener.current?.focus()
    onDesigning(false)
  }

  return (
    <div className="grid gap-5 noscript:hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          ref={opener}
          variant="secondary"
          disabled={!ready}
          aria-expanded={designing}
          aria-controls={id}
          onClick={toggle}
        >
          <Icon path={paletteIcon} size={20} />
          <span>
            {designing ? 'Close the designer' : drawn ? 'Edit your design' : 'Design it here'}
          </span>
        </Button>
        <p aria-live="polite" className="text-sm text-cocoa-soft">
          {hint}
        </p>
      </div>
      <div ref={panel} id={id} hidden={!designing}>
        {wasOpened && <CakeDesigner bname={bname} onUse={use} />}
      </div>
    </div>
  )
}

import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { type DraftDesign, maxUploadedDesigns, storedDraft } from '#shop/cart/custom-draft.ts'
import { PictureUploader } from '#shop/pictures/picture-uploader.tsx'
import {
  failedUploadsMessage,
  type ListedPicture,
  pictureUploads,
  type UploadedPicture,
  uploadedPictures,
} from '#shop/pictures/picture-uploads.ts'
import { sendCakePicture } from '#shop/pictures/send-picture.ts'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/hydration.tsx'
import { Icon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/loading.tsx'
import { toast } from '#ui/toast.tsx'
import type { DrawnDesign } from './cake-design.ts'

/** The key of the picture that was drawn in the designer. */
export const drawnKey = 'drawn'

/** With the pictures as they are shown. */
export type DesignPictures = ReturnType<typeof designPictures> & { list: readonly ListedPicture[] }

/** The pictures of a custom cake: uploaded ones, and one from the designer. */
export function designPictures() {
  const uploads = pictureUploads(sendCakePicture)
  const { current, isUploading } = uploads
  const drawn = () => current().find(({ key }) => key === drawnKey)

  return {
    ...uploads,
    /** As they are now: uploading ones count, and failed ones must be removed first. */
    requested() {
      const listed = current()
        .filter(({ state }) => state !== 'failed')
        .map((one) => (one.state === 'uploaded' ? one.address : one.key))
      // A design that is drawn in place of one is listed already.
      const image = isUploading(drawnKey) && !drawn() ? [drawnKey, ...listed] : listed
      return { image, failure: failedUploadsMessage(current()) }
    },
    /** For the draft. */
    uploaded: (): DraftDesign[] =>
      uploadedPictures(current()).map(({ key, address, alt }) => ({
        address,
        words: alt,
        drawn: key === drawnKey,
      })),
    /** Shows the pictures of the draft, in their order, but for those that the server has purged: they are old. */
    async restore() {
      for (const design of storedDraft.current()?.pictures.toReversed() ?? []) {
        uploads.putFirst(shopPicture(design.drawn ? drawnKey : design.address, design))
      }
      const uploaded = uploadedPictures(current())
      const isPurged = await Promise.all(uploaded.map(({ address }) => checkPurged(address)))
      for (const [place, { key }] of uploaded.entries()) if (isPurged[place]) uploads.remove(key)
      if (isPurged.includes(true)) toast.info('A picture has expired. Please add it again.')
    },
    /** Rejects when the design is not drawn. */
    addDrawn: (drawing: Promise<DrawnDesign>) =>
      uploads.putFirstWhenUploaded(
        drawnKey,
        drawing.then((design) => shopPicture(drawnKey, design)),
      ),
    /** What the drawn design shows, '' without one. */
    drawnWords: () => drawn()?.alt ?? '',
  }
}

function shopPicture(key: string, { address, words }: DrawnDesign): UploadedPicture {
  return { key, state: 'uploaded', alt: words, preview: address, address }
}

async function checkPurged(address: string): Promise<boolean> {
  try {
    // The browser caches pictures for ever.
    return (await fetch(address, { method: 'HEAD', cache: 'no-store' })).status === 404
  } catch {
    return false
  }
}

const paletteIcon =
  'M12 22a1 1 0 0 1 0-20 10 9 0 0 1 10 9 5 5 0 0 1-5 5h-2.25a1.75 1.75 0 0 0-1.4 2.8l.3.4a1.75 1.75 0 0 1-1.4 2.8zM13 6.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0-1 0M17 10.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0-1 0M6 12.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0-1 0M8 7.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0-1 0'

const CakeDesigner = lazyPart(
  async () => (await import('./designer/cake-designer.tsx')).CakeDesigner,
  { isNeeded: true, loading: <Skeleton className="h-96" /> },
)

interface CustomizeDesignProps {
  /** Of the file input, and the id of the cake's form. */
  name: string
  form: string
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
        form={props.form}
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
    if (!designing) opener.current?.scrollIntoView()
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

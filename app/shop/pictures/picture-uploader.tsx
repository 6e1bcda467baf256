import { type Ref, useEffect, useEffectEvent, useId, useState, useSyncExternalStore } from 'react'
import { FieldError } from '#ui/forms/field.tsx'
import { cameraIcon, Icon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { toast } from '#ui/toast.tsx'
import { FileButton } from './file-button.tsx'
import type { PictureUploads } from './picture-uploads.ts'

const imagePlusIcon =
  'M16 5h6M19 2v6M21 11.5V19a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h7.5M21 15l-3.086-3.086a2 2 0 0 0-2.828 0L6 21M7 9a2 2 0 1 0 4 0a2 2 0 1 0-4 0'

// Loads when there is a picture.
const PictureRow = lazyPart(async () => (await import('./picture-row.tsx')).PictureRow)

interface PictureUploaderProps {
  label: string
  uploads: PictureUploads
  max: number
  firstLabel?: string
  hasAltFields?: boolean
  error?: string
  /** The file input, so that a form can focus it. */
  ref?: Ref<HTMLInputElement>
  /** Of the file input, and the id of the form that focuses it by that name. */
  name?: string
  form?: string
}

/** Choose, photograph or drop pictures; they upload at once and can be reordered. */
export function PictureUploader(props: PictureUploaderProps) {
  const { label, uploads, max, firstLabel = 'Main picture', hasAltFields = true, error } = props
  const list = useSyncExternalStore(uploads.subscribe, uploads.current, uploads.current)
  const [announcement, setAnnouncement] = useState('')
  const hintId = useId()

  function add(files: readonly File[]) {
    const room = max - list.length
    if (files.length > room)
      toast.info(`You can add up to ${max} pictures. The rest were left out.`)
    uploads.add(files.slice(0, Math.max(0, room)))
  }
  const dropping = useDroppedFiles(add)

  return (
    <fieldset className="grid gap-3" aria-describedby={hintId}>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      {list.length > 0 && (
        <ol className="grid gap-3">
          {list.map((picture, place) => (
            <PictureRow
              key={picture.key}
              picture={picture}
              place={place}
              count={list.length}
              uploads={uploads}
              firstLabel={firstLabel}
              hasAltFields={hasAltFields}
              onAnnounce={setAnnouncement}
            />
          ))}
        </ol>
      )}
      <div
        className={`grid justify-items-center gap-2 rounded-field border-2 border-dashed p-4 text-center transition ${dropping ? 'border-berry bg-blush' : error ? 'border-chilli' : 'border-stroke'}`}
      >
        <div className="grid gap-2 sm:flex">
          <FileButton
            ref={props.ref}
            name={props.name}
            form={props.form}
            multiple
            onFiles={add}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${hintId} ${hintId}-error`}
          >
            <Icon path={imagePlusIcon} size={20} />
            <span>{list.length === 0 ? 'Choose pictures' : 'Add pictures'}</span>
          </FileButton>
          <FileButton
            capture="environment"
            onFiles={add}
            aria-describedby={hintId}
            className="pointer-fine:hidden"
          >
            <Icon path={cameraIcon} size={20} />
            Take a photo
          </FileButton>
        </div>
        <p id={hintId} className="text-xs text-cocoa-soft">
          JPEG, PNG, WebP or AVIF. Large photos are made smaller
          <span className="hidden pointer-fine:inline">. You can also drop them here</span>
        </p>
      </div>
      <FieldError id={`${hintId}-error`}>{error}</FieldError>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </fieldset>
  )
}

/** Takes files that are dropped anywhere on the page, where the browser would open them. Returns whether files hover. */
function useDroppedFiles(add: (files: readonly File[]) => void): boolean {
  const [hovering, setHovering] = useState(false)
  const onDrop = useEffectEvent(add)
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setHovering(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setHovering(false)
    const drop = (event: DragEvent) => {
      setHovering(false)
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      onDrop([...event.dataTransfer.files])
    }
    const listening = new AbortController()
    const { signal } = listening
    addEventListener('dragover', over, { signal })
    addEventListener('dragleave', leave, { signal })
    addEventListener('drop', drop, { signal })
    return () => listening.abort()
  }, [])
  return hovering
}

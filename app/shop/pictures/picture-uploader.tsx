import { ImagePlus } from 'lucide-react'
import { type Ref, useEffect, useEffectEvent, useId, useState, useSyncExternalStore } from 'react'
import { buttonLook } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import { pictureTypes } from './picture-file.ts'
import { PictureRow } from './picture-row.tsx'
import type { PictureUploads } from './picture-uploads.ts'

interface PictureUploaderProps {
  label: string
  uploads: PictureUploads
  /** How many pictures there may be. */
  most: number
  error?: string
  /** Its file input, for a form that puts the focus on what is at fault. */
  ref?: Ref<HTMLInputElement>
}

/** Pictures to choose, take with the camera or drop anywhere on the page; each is sent at once and can be put in order. */
export function PictureUploader({ label, uploads, most, error, ref }: PictureUploaderProps) {
  const list = useSyncExternalStore(uploads.subscribe, uploads.current, uploads.current)
  const [said, setSaid] = useState('')
  const hintId = useId()

  function add(files: readonly File[]) {
    const room = most - list.length
    if (files.length > room) toast.info(`At most ${most} pictures: the rest were left out.`)
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
              onSay={setSaid}
            />
          ))}
        </ol>
      )}
      <div
        className={`grid justify-items-center gap-2 rounded-field border-2 border-dashed p-4 text-center transition ${dropping ? 'border-berry bg-blush' : error ? 'border-chilli' : 'border-stroke'}`}
      >
        <label
          className={`${buttonLook({ variant: 'secondary' })} relative has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-berry`}
        >
          <ImagePlus size={20} aria-hidden="true" />
          {list.length === 0 ? 'Choose pictures' : 'Add pictures'}
          <input
            ref={ref}
            type="file"
            accept={pictureTypes}
            multiple
            aria-invalid={error ? true : undefined}
            aria-describedby={`${hintId} ${hintId}-error`}
            onChange={({ target }) => {
              add([...(target.files ?? [])])
              // Else the same file could not be chosen again.
              target.value = ''
            }}
            className="absolute inset-0 w-full cursor-pointer opacity-0"
          />
        </label>
        <p id={hintId} className="text-xs text-cocoa-soft">
          JPEG, PNG, WebP or AVIF, at most 10 MB each
          <span className="hidden pointer-fine:inline">; or drop them here</span>
        </p>
      </div>
      <FieldError id={`${hintId}-error`}>{error}</FieldError>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </fieldset>
  )
}

/** Takes files that are dropped anywhere on the page, which else would be opened in its place; whether some hover. */
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

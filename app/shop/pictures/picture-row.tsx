import type { DragEvent } from 'react'
import { Button, IconButton } from '#ui/button.tsx'
import { inputLook } from '#ui/forms/field.tsx'
import { Icon, rotateCcwIcon, trashIcon } from '#ui/icon.tsx'
import { ProgressBar } from '#ui/loading.tsx'
import type { ListedPicture, PictureUploads } from './picture-uploads.ts'

const arrowDownIcon = 'M12 5v14M19 12l-7 7-7-7'

const arrowUpIcon = 'M5 12l7-7 7 7M12 19V5'

/** The type of our drags, so that other drags are ignored. */
const dragType = 'application/x-picture-key'

export function PictureRow(props: {
  picture: ListedPicture
  place: number
  count: number
  uploads: PictureUploads
  firstLabel: string
  hasAltFields: boolean
  onAnnounce: (text: string) => void
}) {
  const { picture, place, count, uploads, firstLabel, hasAltFields, onAnnounce } = props
  const named = `picture ${place + 1}`

  function move(to: number) {
    uploads.move(picture.key, to)
    onAnnounce(`Picture ${place + 1} is now number ${to + 1} of ${count}`)
  }

  function remove(button: HTMLElement) {
    focusAfterRemoval(button)
    uploads.remove(picture.key)
    onAnnounce(`Picture ${place + 1} removed`)
  }

  return (
    <li
      onDragOver={(event) => event.dataTransfer.types.includes(dragType) && event.preventDefault()}
      onDrop={(event) => {
        const key = event.dataTransfer.getData(dragType)
        if (key === '') return
        event.preventDefault()
        uploads.move(key, place)
      }}
      className="flex gap-3 rounded-field border border-line bg-paper p-3 sm:gap-4"
    >
      <Thumbnail picture={picture} label={place === 0 ? firstLabel : ''} />
      <div className="grid min-w-0 flex-1 content-center gap-1">
        <UploadState picture={picture} named={named} />
        {!hasAltFields && picture.state === 'uploaded' && (
          <p className="text-sm wrap-anywhere text-cocoa-soft">{picture.alt || 'Uploaded'}</p>
        )}
        {hasAltFields && picture.state !== 'failed' && (
          <input
            type="text"
            aria-label={`Description of ${named}`}
            placeholder="Describe the picture"
            value={picture.alt}
            onChange={({ target }) => uploads.describe(picture.key, target.value)}
            className={inputLook}
          />
        )}
        <div className="-mr-1.5 -mb-1 flex flex-wrap items-center justify-end sm:gap-1">
          {picture.state === 'failed' && picture.canRetry && (
            <div className="mr-auto -ml-4 max-sm:basis-full">
              <Button variant="quiet" size="small" onClick={() => uploads.retry(picture.key)}>
                <Icon path={rotateCcwIcon} size={18} />
                Try again<span className="sr-only">{` to upload ${named}`}</span>
              </Button>
            </div>
          )}
          <MoveButton label={`Move ${named} earlier`} to={place - 1} count={count} onMove={move}>
            <Icon path={arrowUpIcon} size={20} />
          </MoveButton>
          <MoveButton label={`Move ${named} later`} to={place + 1} count={count} onMove={move}>
            <Icon path={arrowDownIcon} size={20} />
          </MoveButton>
          <IconButton
            label={`Remove ${named}`}
            data-remove-picture=""
            onClick={(event) => remove(event.currentTarget)}
            className="hover:text-chilli"
          >
            <Icon path={trashIcon} size={20} />
          </IconButton>
        </div>
      </div>
    </li>
  )
}

function Thumbnail({ picture, label }: { picture: ListedPicture; label: string }) {
  const onDragStart = (event: DragEvent) => {
    event.dataTransfer.setData(dragType, picture.key)
    event.dataTransfer.effectAllowed = 'move'
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is for pointers; the buttons do the same
    <div
      draggable
      onDragStart={onDragStart}
      className="relative size-20 shrink-0 overflow-hidden rounded-chip bg-blush sm:size-24 pointer-fine:cursor-grab"
    >
      <img
        src={picture.preview}
        alt=""
        draggable={false}
        // A file that is not a picture has nothing to show.
        onError={({ currentTarget }) => {
          currentTarget.hidden = true
        }}
        className="size-full object-cover"
      />
      {label && (
        <span className="absolute inset-x-0 bottom-0 bg-cocoa/85 py-0.5 text-center text-xs font-semibold text-paper">
          {label}
        </span>
      )}
    </div>
  )
}

/** The progress of an upload; nothing when it is done. */
function UploadState({ picture, named }: { picture: ListedPicture; named: string }) {
  if (picture.state === 'failed')
    return (
      <p role="alert" className="text-sm font-medium text-chilli">
        {picture.error}
      </p>
    )
  if (picture.state === 'uploaded') return null
  const { sent } = picture
  const isOnItsWay = sent > 0 && sent < 1
  const stillText = sent === 0 ? 'Preparing…' : 'Processing…'
  return (
    <div className="grid gap-1 text-xs text-cocoa-soft">
      <ProgressBar label={`Uploading ${named}`} value={isOnItsWay ? sent : undefined} />
      <span>{isOnItsWay ? `${Math.round(sent * 100)} % uploaded` : stillText}</span>
    </div>
  )
}

interface MoveButtonProps {
  label: string
  to: number
  count: number
  onMove: (to: number) => void
  children: React.ReactNode
}

/** At the end of the list it stays, so that the focus is not lost. */
function MoveButton({ label, to, count, onMove, children }: MoveButtonProps) {
  const atEnd = to < 0 || to >= count
  return (
    <IconButton
      label={label}
      aria-disabled={atEnd || undefined}
      onClick={() => !atEnd && onMove(to)}
      className="aria-disabled:opacity-35"
    >
      {children}
    </IconButton>
  )
}

/** The row is about to go: the next row's button takes the focus, or the one before, or the file input. */
function focusAfterRemoval(button: HTMLElement) {
  const fieldset = button.closest('fieldset')
  const buttons = [...(fieldset?.querySelectorAll<HTMLElement>('[data-remove-picture]') ?? [])]
  const place = buttons.indexOf(button)
  const near = buttons[place + 1] ?? buttons[place - 1]
  ;(near ?? fieldset?.querySelector<HTMLElement>('input[type=file]'))?.focus()
}

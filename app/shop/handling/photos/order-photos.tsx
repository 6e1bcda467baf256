import { fileUrl } from '#platform/http/api-client.ts'
import { type PhotoKind, type PhotosTaken, shopPhotoKinds } from '#shop/orders/order-photo.ts'
import { FileButton } from '#shop/pictures/file-button.tsx'
import { sendPicture } from '#shop/pictures/send-picture.ts'
import { Moment } from '#shop/values/moment.tsx'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { NeedsScript } from '#ui/hydration.tsx'
import { cameraIcon, Icon } from '#ui/icon.tsx'
import type { OrderPhoto, TakePhoto } from './order-photos.server.ts'

const alts: Record<PhotoKind, string> = {
  leaving: 'The order, before it leaves',
  door: 'The order, at the door',
  problem: 'What is wrong with the order',
}

const captions: Record<PhotoKind, string> = {
  leaving: 'Taken before it leaves, on ',
  door: 'Taken at the door, on ',
  problem: 'Sent by the customer, on ',
}

interface PhotoFigureProps {
  kind: PhotoKind
  /** Taken at the door before the order was dispatched again. */
  isEarlierTry?: boolean
  src: string
  /** ISO 8601 */
  takenAt: string
}

export function PhotoFigure({ kind, isEarlierTry, src, takenAt }: PhotoFigureProps) {
  return (
    <figure className="grid gap-3">
      <img
        src={src}
        alt={alts[kind]}
        className="max-h-128 w-full rounded-card bg-blush object-contain"
      />
      <figcaption className="text-sm text-cocoa-soft">
        <span>{isEarlierTry ? 'An earlier try: taken at the door on ' : captions[kind]}</span>
        <Moment at={takenAt} />
      </figcaption>
    </figure>
  )
}

interface OrderPhotosProps {
  orderId: string
  /** Of the customer's link, in place of a session. */
  token?: string
  photos: PhotosTaken
}

/** For the customer, or for staff. */
export function OrderPhotos({ orderId, token, photos }: OrderPhotosProps) {
  const taken = shopPhotoKinds.flatMap((kind) => {
    const takenAt = photos[kind]
    return takenAt ? [{ kind, takenAt }] : []
  })
  if (taken.length === 0) return null
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {taken.map(({ kind, takenAt }) => (
        <PhotoFigure
          key={kind}
          kind={kind}
          isEarlierTry={kind === 'door' && photos.isDoorOfEarlierTry}
          takenAt={takenAt}
          src={fileUrl<OrderPhoto>('/orders/photo', {
            query: { ...(token ? { token } : { order: orderId }), kind, taken: takenAt },
          })}
        />
      ))}
    </div>
  )
}

interface PhotoButtonProps {
  order: { id: string; number: number }
  /** The next photo replaces an existing one. */
  isAnother: boolean
}

export function PhotoButton({ order, isAnother }: PhotoButtonProps) {
  const { busy, run } = useReloadingAction()

  function send(files: readonly File[]) {
    const [file] = files
    if (!file || busy) return
    void run(() => sendPicture<TakePhoto>('/orders/photo', file, { query: { order: order.id } }))
  }

  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-sm">
        {isAnother
          ? 'The customer sees the photo.'
          : 'Photograph the cake when it is ready. The customer sees the photo.'}
      </p>
      <FileButton capture="environment" onFiles={send} aria-busy={busy || undefined}>
        <Icon path={cameraIcon} size={20} />
        <span>{isAnother ? 'Replace the photo' : 'Take a photo'}</span>
        <span className="sr-only">{` of order ${order.number}`}</span>
      </FileButton>
      <NeedsScript>Taking a photo needs JavaScript.</NeedsScript>
    </div>
  )
}

import { fileUrl } from '#platform/http/api-client.ts'
import { type PhotosTaken, photoKinds } from '#shop/orders/photos/photo-kind.ts'
import type { orderPhotoEndpoint } from '../tracking.endpoints.ts'
import { PhotoFigure } from './photo-figure.tsx'

interface OrderPhotosProps {
  orderId: string
  photos: PhotosTaken
}

/** The photos of an order, for who is signed in and may see them; nothing where there are none. */
export function OrderPhotos({ orderId, photos }: OrderPhotosProps) {
  const taken = photoKinds.flatMap((kind) => {
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
          src={fileUrl<typeof orderPhotoEndpoint>('/orders/photo', {
            query: { order: orderId, kind, taken: takenAt },
          })}
        />
      ))}
    </div>
  )
}

import { Camera } from 'lucide-react'
import { FileButton } from '#shop/pictures/file-button.tsx'
import { sendPicture } from '#shop/pictures/send-picture.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { NeedsScript } from '#ui/hydration.tsx'
import type { TakePhoto } from './take-photo.server.ts'

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
        <Camera size={20} aria-hidden="true" />
        <span>{isAnother ? 'Replace the photo' : 'Take a photo'}</span>
        <span className="sr-only">{` of order ${order.number}`}</span>
      </FileButton>
      <NeedsScript>Taking a photo needs JavaScript.</NeedsScript>
    </div>
  )
}

import { Camera } from 'lucide-react'
import { useState } from 'react'
import { call, fileUrl, upload } from '#platform/http/api-client.ts'
import type { Order } from '#shop/orders/order.schema.ts'
import { FileButton } from '#shop/pictures/file-button.tsx'
import { pictureFileError } from '#shop/pictures/picture-file.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import { Moment } from '#shop/values/moment.tsx'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import { toast } from '#ui/toast.tsx'
import type {
  changeWhereToEndpoint,
  orderPhotoEndpoint,
  releaseOrderEndpoint,
  takePhotoEndpoint,
} from '../tracking.endpoints.ts'
import type { Leaving } from './leaving.ts'

interface OrderLeavingProps {
  order: Order
  leaving: Leaving
}

/** What is to be done before an order leaves: its photo, its address, and what its sender says of the photo. */
export function OrderLeaving({ order, leaving }: OrderLeavingProps) {
  return (
    <div className="grid gap-5">
      {leaving.isHeld && <Held orderId={order.id} />}
      {leaving.isAddressMissing && <MissingAddress order={order} />}
      <OrderPhoto orderId={order.id} takenAt={leaving.photoTakenAt} />
    </div>
  )
}

const notice = 'grid justify-items-start gap-3 rounded-field border-2 border-chilli bg-paper p-4'

function Held({ orderId }: { orderId: string }) {
  const { busy, run } = useReloadingAction()
  return (
    <div className={notice}>
      <p>
        <strong className="font-semibold text-chilli">Held.</strong> The customer says that
        something is wrong with the photo. Call them, put it right, take a new photo.
      </p>
      <Button
        size="small"
        variant="secondary"
        busy={busy}
        onClick={() =>
          void run(() =>
            call<typeof releaseOrderEndpoint>('POST /orders/release', { body: { order: orderId } }),
          )
        }
      >
        Release the order
      </Button>
    </div>
  )
}

function MissingAddress({ order }: { order: Order }) {
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string>()
  const { busy, run } = useReloadingAction()
  const parts = splitAddress(order.address)
  const mobile = order.gift?.recipient?.mobile ?? ''

  async function save() {
    const problem = await run(() =>
      call<typeof changeWhereToEndpoint>('POST /orders/whereTo', {
        body: { order: order.id, address, mobile },
      }),
    )
    setError(problem?.errors?.address)
  }

  return (
    <form
      className={notice}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save()
      }}
    >
      <p>
        <strong className="font-semibold text-chilli">Address missing.</strong> The order cannot
        leave until it has an address.
      </p>
      <div className="w-full">
        <TextAreaField
          label="Address"
          rows={2}
          value={address}
          error={error}
          hint={parts ? `In ${parts.pincode}, ${parts.city}.` : undefined}
          onChange={(event) => setAddress(event.target.value)}
        />
      </div>
      <Button type="submit" size="small" variant="secondary" busy={busy}>
        Save address
      </Button>
    </form>
  )
}

function OrderPhoto({ orderId, takenAt }: { orderId: string; takenAt: string | null }) {
  const { busy, run } = useReloadingAction()

  function send(files: readonly File[]) {
    const [file] = files
    const refusal = file && pictureFileError(file)
    if (refusal) toast.error(refusal)
    if (!file || refusal || busy) return
    void run(() =>
      upload<typeof takePhotoEndpoint>('/orders/photo', file, { query: { order: orderId } }),
    )
  }

  return (
    <div className="grid justify-items-start gap-3">
      {takenAt ? (
        <figure className="grid gap-2">
          <img
            src={fileUrl<typeof orderPhotoEndpoint>('/orders/photo', {
              query: { order: orderId, taken: takenAt },
            })}
            alt="The order before it leaves"
            className="max-h-80 rounded-card"
          />
          <figcaption className="text-sm text-cocoa-soft">
            Taken on <Moment at={takenAt} />. The customer sees it.
          </figcaption>
        </figure>
      ) : (
        <p className="text-sm">
          Photograph the cake when it is ready. The customer sees the photo.
        </p>
      )}
      <FileButton capture="environment" onFiles={send} aria-busy={busy || undefined}>
        <Camera size={20} aria-hidden="true" />
        {takenAt ? 'Take another photo' : 'Take a photo'}
      </FileButton>
      <NeedsScript>Taking a photo needs JavaScript.</NeedsScript>
    </div>
  )
}

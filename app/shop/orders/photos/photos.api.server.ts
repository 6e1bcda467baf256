import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { may } from '#shop/accounts/permissions.ts'
import { requireSeen } from '../order-rules.ts'
import { findOrder } from '../orders.store.server.ts'
import { releaseOrder } from './hold-order.server.ts'
import { orderPhotoEndpoint, releaseOrderEndpoint, takePhotoEndpoint } from './photos.endpoints.ts'
import { readPhoto } from './read-photo.server.ts'
import { takePhoto } from './store-photo.server.ts'

export function serveOrderPhotos(api: Api, context: AppContext) {
  api.serveUpload(takePhotoEndpoint, async ({ file: { bytes }, query }, { caller }) => {
    await takePhoto(context, { caller, orderId: query.order, bytes })
    return { message: 'Photo saved. The customer sees it now.' }
  })

  api.serveFile(orderPhotoEndpoint, async ({ query }, { caller }) => {
    const order = await findOrder(context.db, query.order)
    requireSeen(order, caller)
    const isStaff = may(caller.role, 'see-orders')
    return readPhoto(context, { order, kind: query.kind, for: isStaff ? 'staff' : 'customer' })
  })

  api.serve(releaseOrderEndpoint, async ({ body }, { caller }) => {
    await releaseOrder(context, { caller, orderId: body.order })
    return { message: 'The order may leave.' }
  })
}

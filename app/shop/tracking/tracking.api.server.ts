import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { createPlaces } from '#platform/http/limits/concurrency-limit.server.ts'
import { may } from '#shop/accounts/roles.ts'
import { cancelOrder } from '#shop/orders/cancel/cancel-order.server.ts'
import { changeOrder } from '#shop/orders/change/change-order.server.ts'
import { liveOrdersStream } from '#shop/orders/live/live-orders.api.server.ts'
import { requireSeen } from '#shop/orders/order-errors.ts'
import { customerActor, findOrder } from '#shop/orders/orders.store.server.ts'
import { readPapers } from '#shop/orders/papers/papers.api.server.ts'
import { readPhoto } from '#shop/orders/photos/photo-file.server.ts'
import { receiveMessage } from '#shop/storefront/contact/receive-message.server.ts'
import { findTracked, requireTracked } from './link/find-tracked.server.ts'
import { renewLink } from './link/renew-link.server.ts'
import { holdOrder, releaseOrder } from './photo/hold-order.server.ts'
import { takePhoto } from './photo/take-photo.server.ts'
import { changeWhereTo } from './recipient/change-where-to.server.ts'
import {
  cancelTrackedEndpoint,
  changeRecipientEndpoint,
  changeTrackedEndpoint,
  changeWhereToEndpoint,
  holdOrderEndpoint,
  orderPhotoEndpoint,
  releaseOrderEndpoint,
  renewLinkEndpoint,
  reportProblemEndpoint,
  takePhotoEndpoint,
  trackedInvoiceEndpoint,
  trackedLiveEndpoint,
  trackedPhotoEndpoint,
} from './tracking.endpoints.ts'

/** The calls of tracking pages, and those of the staff about them. */
export function serveTracking(api: Api, deps: AppContext) {
  serveSender(api, deps)
  serveRecipient(api, deps)
  serveChanges(api, deps)
  serveStaff(api, deps)
}

function serveSender(api: Api, deps: AppContext) {
  const senders = async (token: string) => (await requireTracked(deps, token, 'sender')).order

  api.serveFile(trackedPhotoEndpoint, async ({ query }) => {
    const order = await senders(query.token)
    return readPhoto(deps, { order, kind: query.kind, for: 'customer' })
  })

  api.serveFile(trackedInvoiceEndpoint, async ({ query }) => {
    const order = await senders(query.token)
    await deps.limiter.attemptByMany('invoice', order.userId)
    return readPapers(deps, { caller: customerActor(order), order: order.id })
  })

  api.serve(cancelTrackedEndpoint, async ({ body }) => {
    const order = await senders(body.token)
    const caller = customerActor(order)
    return {
      message: await cancelOrder(deps, {
        caller,
        email: caller.email,
        orderId: order.id,
        reason: '',
      }),
    }
  })

  api.serve(changeTrackedEndpoint, async ({ body: { token, ...changes } }) => {
    const order = await senders(token)
    await deps.limiter.attempt('change-tracked', order.id)
    const caller = customerActor(order)
    return { message: await changeOrder(deps, { caller, orderId: order.id, changes }) }
  })

  api.serve(holdOrderEndpoint, async ({ body }) => {
    const { id } = await senders(body.token)
    await holdOrder(deps, id)
    return { message: 'We hold your order. Please write what is wrong, or call us now.' }
  })

  api.serve(reportProblemEndpoint, async ({ body }) => {
    const { id, number, customerName, customerEmail } = await senders(body.token)
    await deps.limiter.attempt('report-problem', id)
    await receiveMessage(deps, {
      username: customerName,
      Email: customerEmail,
      Message: `About order ${number}: ${body.message}`,
    })
    return { message: 'Thank you. We have your message and will reply by email.' }
  })
}

function serveRecipient(api: Api, deps: AppContext) {
  api.serve(changeRecipientEndpoint, async ({ body: { token, ...whereTo } }) => {
    const { order } = await requireTracked(deps, token, 'recipient')
    await deps.limiter.attempt('change-recipient', order.id)
    await changeWhereTo(deps, { orderId: order.id, ...whereTo, by: 'recipient' })
    return { message: 'Thank you. We deliver to this address.' }
  })
}

/** Open pages of one link, on several devices. */
const mostOfOneLink = 20
/** How often an open page's link is looked at again, ms. What happens to its order is sent at once. */
const linkCheckMs = 10_000

function serveChanges(api: Api, deps: AppContext) {
  const places = createPlaces(mostOfOneLink)
  api.serveFile(trackedLiveEndpoint, async ({ query: { token } }, { signal, responseHeaders }) => {
    const { order, audience } = await requireTracked(deps, token)
    const leave = places.take(`${order.id} ${audience}`)
    // Otherwise a proxy such as nginx buffers the events.
    responseHeaders.set('x-accel-buffering', 'no')
    return {
      type: 'text/event-stream',
      body: liveOrdersStream({
        live: deps.liveOrders,
        lastId: null,
        signal,
        onStop: leave,
        heartbeatMs: linkCheckMs,
        mayListen: async () => (await findTracked(deps, token)) !== null,
        // What happened, the page reads for itself, as far as it may.
        messageOf: ({ orderId }) => (orderId === order.id ? 'event: change\ndata: {}\n\n' : null),
      }),
    }
  })
}

function serveStaff(api: Api, deps: AppContext) {
  api.serveUpload(takePhotoEndpoint, async ({ file: { bytes }, query }, { caller }) => {
    await takePhoto(deps, { caller, orderId: query.order, bytes })
    return { message: 'Photo saved. The customer sees it now.' }
  })

  api.serveFile(orderPhotoEndpoint, async ({ query }, { caller }) => {
    const order = await findOrder(deps.db, query.order)
    requireSeen(order, caller)
    const isStaff = may(caller.role, 'see-orders')
    return readPhoto(deps, { order, kind: query.kind, for: isStaff ? 'staff' : 'customer' })
  })

  api.serve(releaseOrderEndpoint, async ({ body }, { caller }) => {
    await releaseOrder(deps, { caller, orderId: body.order })
    return { message: 'The order may leave.' }
  })

  api.serve(changeWhereToEndpoint, async ({ body: { order, ...whereTo } }, { caller }) => {
    await changeWhereTo(deps, { orderId: order, ...whereTo, by: caller })
    return { message: 'Address saved.' }
  })

  api.serve(renewLinkEndpoint, async ({ body: { order, audience } }, { caller }) => {
    await renewLink(deps, { caller, orderId: order, audience })
    return { message: 'The former link no longer works. Copy the new one.' }
  })
}

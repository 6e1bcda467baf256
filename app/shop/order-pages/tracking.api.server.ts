import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { createPlaces } from '#platform/http/limits/concurrency-limit.server.ts'
import { cancelOrder } from '#shop/changes/cancel/cancel-order.server.ts'
import { changeOrder } from '#shop/changes/change-order.server.ts'
import { holdOrder } from '#shop/handling/photos/hold-order.server.ts'
import { readPhoto } from '#shop/handling/photos/read-photo.server.ts'
import { photographProblem } from '#shop/handling/photos/store-photo.server.ts'
import { renewLink } from '#shop/orders/links/tracking-link.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAddressMissing, requireSeen } from '#shop/orders/order-rules.ts'
import { customerActor, findOrder } from '#shop/orders/orders.store.server.ts'
import { readPapers } from '#shop/papers/read-papers.server.ts'
import { receiveMessage } from '#shop/storefront/contact/receive-message.server.ts'
import { mailLink } from './find/mail-link.server.ts'
import { findTracked, requireTracked } from './find-tracked.server.ts'
import { liveOrdersStream } from './live/live-orders.api.server.ts'
import {
  cancelTrackedEndpoint,
  changeRecipientEndpoint,
  changeTrackedEndpoint,
  changeWhereToEndpoint,
  holdOrderEndpoint,
  mailLinkEndpoint,
  problemPhotoEndpoint,
  renewLinkEndpoint,
  reportProblemEndpoint,
  trackedInvoiceEndpoint,
  trackedLiveEndpoint,
  trackedPhotoEndpoint,
} from './tracking.endpoints.ts'

/** The calls of tracking pages, and those of the staff about them. */
export function serveTracking(api: Api, context: AppContext) {
  serveSender(api, context)
  serveRecipient(api, context)
  serveLiveTracking(api, context)
  serveStaff(api, context)
}

function serveSender(api: Api, context: AppContext) {
  const requireOrder = async (token: string) =>
    (await requireTracked(context, token, 'sender')).order

  api.serveFile(trackedPhotoEndpoint, async ({ query }) => {
    const order = await requireOrder(query.token)
    return readPhoto(context, { order, kind: query.kind, for: 'customer' })
  })

  api.serveFile(trackedInvoiceEndpoint, async ({ query }) => {
    const order = await requireOrder(query.token)
    await context.limiter.attempt('invoice', order.userId)
    return readPapers(context, { caller: customerActor(order), order: order.id })
  })

  api.serve(mailLinkEndpoint, async ({ body: { number, mobile } }, { address }) => {
    await context.limiter.attempt('mail-link-address', address)
    // With the network, so that no stranger's tries end those of the customer.
    await context.limiter.attempt('mail-link', `${Number(number)} by ${address}`)
    return { message: await mailLink(context, { number: Number(number), mobile }) }
  })

  api.serve(cancelTrackedEndpoint, async ({ body }) => {
    const order = await requireOrder(body.token)
    const caller = customerActor(order)
    const { email } = caller
    return {
      message: await cancelOrder(context, { caller, email, orderId: order.id, reason: '' }),
    }
  })

  api.serve(changeTrackedEndpoint, async ({ body: { token, ...changes } }) => {
    const order = await requireOrder(token)
    await context.limiter.attempt('change-tracked', order.id)
    const caller = customerActor(order)
    return { message: await changeOrder(context, { caller, orderId: order.id, changes }) }
  })

  api.serve(holdOrderEndpoint, async ({ body }) => {
    const { id } = await requireOrder(body.token)
    await holdOrder(context, id)
    return { message: 'We hold your order. Please write what is wrong, or call us now.' }
  })

  api.serveUpload(problemPhotoEndpoint, async ({ file: { bytes }, query }) => {
    // First, because encoding a photo costs far more.
    const order = await requireOrder(query.token)
    await context.limiter.attempt('problem-photo', order.id)
    await photographProblem(context, order, bytes)
    return { message: 'Photo saved.' }
  })

  api.serve(reportProblemEndpoint, async ({ body }) => {
    const order = await requireOrder(body.token)
    const { id, number, customerName, customerEmail } = order
    await context.limiter.attempt('report-problem', id)
    const message = {
      username: customerName,
      Email: customerEmail,
      Message: `About order ${number}: ${body.message}`,
    }
    await receiveMessage(context, message, order)
    return { message: 'Thank you. We have your message and will reply by email.' }
  })
}

function serveRecipient(api: Api, context: AppContext) {
  api.serve(changeRecipientEndpoint, async ({ body: { token, ...whereTo } }) => {
    const { order } = await requireTracked(context, token, 'recipient')
    await context.limiter.attempt('change-recipient', order.id)
    await changeWhereTo(context, 'recipient', order, whereTo)
    return { message: 'Thank you. We deliver to this address.' }
  })
}

/** How many pages of one link may be open, on several devices. */
const maxPagesOfOneLink = 20
/** How many a network address may have open: a mobile carrier's has many customers behind it. */
const maxPagesOfOneAddress = 100
/** How often an open page's link is checked, ms. Changes of its order are sent at once. */
const linkCheckMs = 10_000

function serveLiveTracking(api: Api, context: AppContext) {
  const ofLinks = createPlaces(maxPagesOfOneLink)
  const ofAddresses = createPlaces(maxPagesOfOneAddress)
  api.serveFile(trackedLiveEndpoint, async ({ query: { token } }, call) => {
    const { address, signal, responseHeaders } = call
    const { order, audience } = await requireTracked(context, token)
    const leave = takeBoth(
      () => ofLinks.take(`${order.id} ${audience}`),
      () => ofAddresses.take(address),
    )
    // Otherwise a proxy such as nginx buffers the events.
    responseHeaders.set('x-accel-buffering', 'no')
    return {
      type: 'text/event-stream; charset=utf-8',
      body: liveOrdersStream({
        live: context.liveOrders,
        lastId: null,
        signal,
        onStop: leave,
        heartbeatMs: linkCheckMs,
        mayListen: async () => (await findTracked(context, token)) !== null,
        // Without data: the page reads what its audience may see.
        messageOf: ({ orderId }) => (orderId === order.id ? 'event: change\ndata: {}\n\n' : null),
      }),
    }
  })
}

/** Completes or corrects where an order goes, within its pincode. */
function changeWhereTo(
  context: AppContext,
  caller: Caller | 'recipient',
  order: Order,
  { address, mobile }: { address?: string; mobile?: string },
) {
  if (address === undefined && isAddressMissing(order))
    throw fieldError('invalid', 'address', 'Address is required')
  const changes = {
    address: address === undefined ? undefined : { address },
    recipientMobile: order.recipientName === null ? undefined : mobile,
  }
  return changeOrder(context, { caller, orderId: order.id, changes })
}

function serveStaff(api: Api, context: AppContext) {
  api.serve(changeWhereToEndpoint, async ({ body: { order: id, ...whereTo } }, { caller }) => {
    const order = await findOrder(context.db, id)
    requireSeen(order, caller)
    await changeWhereTo(context, caller, order, whereTo)
    return { message: 'Address saved.' }
  })

  api.serve(renewLinkEndpoint, async ({ body: { order, audience } }, { caller }) => {
    await renewLink(context, { caller, orderId: order, audience })
    return { message: 'The former link no longer works. Copy the new one.' }
  })
}

/** Takes two places, or neither. @returns how to leave both */
function takeBoth(first: () => () => void, second: () => () => void): () => void {
  const leaveFirst = first()
  try {
    const leaveSecond = second()
    return () => {
      leaveFirst()
      leaveSecond()
    }
  } catch (error) {
    leaveFirst()
    throw error
  }
}

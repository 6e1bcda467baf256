import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { may } from '#shop/accounts/permissions.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { cancelOrder } from '#shop/changes/cancel/cancel-order.server.ts'
import { changeOrder } from '#shop/changes/change-order.server.ts'
import { orderSlots } from '#shop/changes/order-slots.server.ts'
import {
  deleteExceptionalDay,
  findExceptionalDay,
  putExceptionalDay,
} from '#shop/handling/late/late.store.server.ts'
import { releaseOrder } from '#shop/handling/photos/hold-order.server.ts'
import {
  orderPhotoEndpoint,
  releaseOrderEndpoint,
  takePhotoEndpoint,
} from '#shop/handling/photos/photos.endpoints.ts'
import { readPhoto } from '#shop/handling/photos/read-photo.server.ts'
import { takePhoto } from '#shop/handling/photos/store-photo.server.ts'
import { toApiOrder } from '#shop/orders/api/api-order.ts'
import { keepOrder } from '#shop/orders/guest/keep-order.server.ts'
import { cancelError, requireSeen } from '#shop/orders/order-rules.ts'
import {
  cancelOrderEndpoint,
  changeOrderEndpoint,
  declareExceptionalEndpoint,
  keepOrderEndpoint,
  orderSlotsEndpoint,
  refundOrderEndpoint,
  viewOrdersEndpoint,
} from '#shop/orders/orders.endpoints.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { refundOrder } from '#shop/paying/refunds/refund-order.server.ts'
import { answerQuote, noSuchLink } from '#shop/quotes/answer-quote.server.ts'
import { quotePath } from '#shop/quotes/find-quote.server.ts'
import { answerQuoteByLinkEndpoint, answerQuoteEndpoint } from '#shop/quotes/quotes.endpoints.ts'
import { toPaise } from '#shop/values/money.ts'
import { viewOrders } from './view/order-pages.server.ts'

export function serveOrders(api: Api, context: AppContext) {
  api.serve(changeOrderEndpoint, async ({ body: { orderId, reason, ...changes } }, { caller }) => ({
    message: await changeOrder(context, { caller, orderId, changes, reason }),
  }))

  api.serve(orderSlotsEndpoint, ({ query }, { caller }) =>
    orderSlots(context, { caller, ...query }),
  )

  api.serve(keepOrderEndpoint, async ({ body: { token } }, { caller }) => {
    await keepOrder(context, { caller, token })
    return { message: 'The order is in your account.' }
  })

  api.serve(viewOrdersEndpoint, async ({ body, query }, { caller }) => {
    const found = await viewOrders(context, { caller, email: body.email, before: query.before })
    const now = context.clock.now()
    return found.map((order) => toApiOrder(order, { canCancel: cancelError(order, now) === null }))
  })

  api.serve(cancelOrderEndpoint, async ({ body }, { caller }) => ({
    message: await cancelOrder(context, { caller, ...body }),
  }))

  api.serve(refundOrderEndpoint, async ({ body: { amount, ...refund } }, { caller }) => ({
    message: await refundOrder(context, {
      caller,
      refund: { ...refund, amountPaise: toPaise(amount) },
    }),
  }))

  serveOrderPhotos(api, context)
  serveLate(api, context)
  serveQuotes(api, context)
}

function serveLate(api: Api, { db, clock }: AppContext) {
  api.serve(declareExceptionalEndpoint, async ({ body: { day, reason } }, { caller }) => {
    await db.transaction(async (tx) => {
      const before = await findExceptionalDay(tx, day)
      const now = clock.now()
      if (reason === null) await deleteExceptionalDay(tx, day)
      else await putExceptionalDay(tx, { day, reason, declaredAt: now })
      await recordAudit(tx, {
        at: now,
        by: caller,
        action: 'save-day',
        subject: 'delivery',
        subjectId: day,
        before: { exceptional: before?.reason ?? null },
        after: { exceptional: reason },
      })
    })
    return {
      message:
        reason === null
          ? 'Late refunds are on again for this day.'
          : 'Late refunds are off for this day.',
    }
  })
}

function serveOrderPhotos(api: Api, context: AppContext) {
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

const messages = {
  payment: 'Please pay to accept the quote.',
  accepted: 'Thank you! You’ve accepted the quote. We’ll bake your cake.',
  declined: 'You’ve declined the quote. We won’t bake this cake, and you pay nothing for it.',
}

function serveQuotes(api: Api, deps: AppContext) {
  api.serve(answerQuoteByLinkEndpoint, async ({ body: { token, answer } }, { address }) => {
    await deps.limiter.attempt('answer-quote', address)
    const quoteId = deps.quoteTokens.read(token)
    if (!quoteId) throw noSuchLink()
    const status = await answerQuote(deps, { quoteId, answer, by: 'link' })
    return answered(quoteId, status)
  })

  api.serve(answerQuoteEndpoint, async ({ body: { quote, answer } }, { caller }) => {
    const status = await answerQuote(deps, { quoteId: quote, answer, by: caller })
    return answered(quote, status)
  })

  function answered(quoteId: string, status: keyof typeof messages) {
    const message = messages[status]
    return status === 'payment'
      ? { message, status, link: quotePath(deps, quoteId) }
      : { message, status }
  }
}

import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import {
  loadDueNow,
  settleDoorMoney,
  waiveDoorMoney,
} from '#shop/handling/door/take-door-money.server.ts'
import { toPaise } from '#shop/values/money.ts'
import { leaveRun, makeRun, revokeRun } from './plan/make-run.server.ts'
import {
  doorMoneyEndpoint,
  doorPhotoEndpoint,
  leaveRunEndpoint,
  makeRunEndpoint,
  moveStopEndpoint,
  revokeRunEndpoint,
  settleDoorMoneyEndpoint,
  waiveDoorMoneyEndpoint,
} from './riders.endpoints.ts'
import { moveStop, noteFailure, photographDoor } from './run/move-stop.server.ts'

/** The calls for runs, riders at the doors, and the money there. */
export function serveRiders(api: Api, context: AppContext) {
  api.serve(makeRunEndpoint, async ({ body }, { caller }) => {
    const { id, link } = await makeRun(context, { caller, ...body })
    return { id, link, message: `${body.riderName}’s run is made. Send the link.` }
  })

  api.serve(leaveRunEndpoint, async ({ body }, { caller }) => {
    await leaveRun(context, { caller, runId: body.run, orderId: body.order })
    return { message: 'The order is out of the run.' }
  })

  api.serve(revokeRunEndpoint, async ({ body }, { caller }) => {
    await revokeRun(context, { caller, runId: body.run })
    return { message: 'The link does not work any more.' }
  })

  api.serveUpload(doorPhotoEndpoint, async ({ file: { bytes }, query }) => {
    const { order, id, token } = query
    const photo = { token, orderId: order, moveId: id, bytes }
    await noteFailure(context, photo, () => photographDoor(context, photo))
    return { message: 'Photo saved.' }
  })

  api.serve(moveStopEndpoint, async ({ body: { order, money, ...rest } }) => {
    const taken = money && { ...money, amountPaise: toPaise(money.amount) }
    const move = { orderId: order, ...rest, money: taken }
    return { fulfilment: await noteFailure(context, move, () => moveStop(context, move)) }
  })

  api.serve(waiveDoorMoneyEndpoint, async ({ body: { order, reason } }, { caller }) => {
    await context.limiter.attempt('waive', caller.id)
    await waiveDoorMoney(context, { caller, orderId: order, reason })
    return { message: 'It is waived.' }
  })

  api.serve(doorMoneyEndpoint, async ({ query }) => loadDueNow(context, query.order))

  api.serve(settleDoorMoneyEndpoint, async ({ body }, { caller }) => {
    const { order: orderId, amount, ...by } = body
    const settlement = { orderId, amountPaise: toPaise(amount), ...by }
    return { message: await settleDoorMoney(context, { caller, settlement }) }
  })
}

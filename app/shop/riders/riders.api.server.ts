import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { loadDueNow } from '#shop/orders/door/due-now.server.ts'
import { settleDoorMoney } from '#shop/orders/door/settle-door-money.server.ts'
import { waiveDoorMoney } from '#shop/orders/door/waive-door-money.server.ts'
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
import { moveStop } from './run/move-stop.server.ts'
import { photographDoor } from './run/photograph-door.server.ts'

/** The calls by which staff make runs, and by which riders say what happens at the doors. */
export function serveRiders(
  api: Api,
  deps: Pick<AppContext, 'db' | 'clock' | 'shop' | 'runTokens'> &
    Pick<AppContext, 'db' | 'clock' | 'jobs' | 'lateScale' | 'runTokens' | 'deliveryCodeOf'> &
    Pick<AppContext, 'db' | 'clock' | 'log' | 'files' | 'limiter' | 'runTokens'> &
    Pick<AppContext, 'db' | 'clock' | 'shop' | 'lateScale'>,
) {
  api.serve(makeRunEndpoint, async ({ body }, { caller }) => {
    const { id, link } = await makeRun(deps, { caller, ...body })
    return { id, link, message: `${body.riderName}’s run is made. Send the link.` }
  })

  api.serve(leaveRunEndpoint, async ({ body }, { caller }) => {
    await leaveRun(deps, { caller, runId: body.run, orderId: body.order })
    return { message: 'The order is out of the run.' }
  })

  api.serve(revokeRunEndpoint, async ({ body }, { caller }) => {
    await revokeRun(deps, { caller, runId: body.run })
    return { message: 'The link does not work any more.' }
  })

  api.serveUpload(doorPhotoEndpoint, async ({ file: { bytes }, query }) => {
    const { order, id, token } = query
    await photographDoor(deps, { token, orderId: order, moveId: id, bytes })
    return { message: 'Photo saved.' }
  })

  api.serve(moveStopEndpoint, async ({ body: { order, money, ...move } }) => ({
    fulfilment: await moveStop(deps, {
      orderId: order,
      ...move,
      money: money && { ...money, amountPaise: toPaise(money.amount) },
    }),
  }))

  api.serve(waiveDoorMoneyEndpoint, async ({ body: { order, reason } }, { caller }) => {
    await waiveDoorMoney(deps, { caller, orderId: order, reason })
    return { message: 'It is waived.' }
  })

  api.serve(doorMoneyEndpoint, async ({ query }) => loadDueNow(deps, query.order))

  api.serve(settleDoorMoneyEndpoint, async ({ body }, { caller }) => {
    const { order: orderId, amount, ...by } = body
    const settlement = { orderId, amountPaise: toPaise(amount), ...by }
    return { message: await settleDoorMoney(deps, { caller, settlement }) }
  })
}

import type { Api } from '#platform/http/api.server.ts'
import { toPaise } from '#shop/values/money.ts'
import { waiveDoorMoney } from './door-money/take-door-money.server.ts'
import {
  doorPhotoEndpoint,
  leaveRunEndpoint,
  makeRunEndpoint,
  moveStopEndpoint,
  revokeRunEndpoint,
  waiveDoorMoneyEndpoint,
} from './riders.endpoints.ts'
import { type MoveStopDeps, moveStop } from './run/move-stop.server.ts'
import { type PhotographDoorDeps, photographDoor } from './run/photograph-door.server.ts'
import { leaveRun, type MakeRunDeps, makeRun, revokeRun } from './runs/make-run.server.ts'

/** The calls by which staff make runs, and by which riders say what happens at the doors. */
export function serveRiders(api: Api, deps: MakeRunDeps & MoveStopDeps & PhotographDoorDeps) {
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
      ...{ orderId: order, ...move },
      money: money && { ...money, amountPaise: toPaise(money.amount) },
    }),
  }))

  api.serve(waiveDoorMoneyEndpoint, async ({ body: { order, reason } }, { caller }) => {
    await waiveDoorMoney(deps, { caller, orderId: order, reason })
    return { message: 'It is waived.' }
  })
}

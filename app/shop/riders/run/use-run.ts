import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, call, upload } from '#platform/http/api-client.ts'
import {
  type FulfilmentStatus,
  fulfilmentAfter,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { doorPhotoEndpoint, moveStopEndpoint } from '../riders.endpoints.ts'
import { keptMoves } from './kept-moves.ts'
import {
  createMoveQueue,
  type DoorMove,
  isRefusal,
  type QueuedMove,
  type Sent,
} from './move-queue.ts'
import type { RiderRun, RunStop } from './run-stop.ts'
import { fileOfPhoto } from './scale-photo.ts'

/** How often a page that is seen asks how its run stands, and sends what waits, ms. */
const pollMs = 1500

/** A stop as its rider sees it: moves that wait for the line are made already. */
export interface ShownStop extends RunStop {
  /** What of it waits on this phone and is not sent yet. */
  waits: 'move' | 'photo' | null
  /** Why its last move was refused, as a sentence. */
  problem: string
}

/** Where moves took orders since a run was read: the line may be lost before it is read again. */
interface TakenMoves {
  of: RiderRun
  statuses: Readonly<Record<string, FulfilmentStatus>>
}

/** The stops of a run, which follow what others do, and how to move them. */
export function useRun(run: RiderRun, token: string) {
  const [moves, setMoves] = useState<readonly QueuedMove[]>([])
  const [taken, setTaken] = useState<TakenMoves>({ of: run, statuses: {} })
  const [isLost, setIsLost] = useState(false)
  const [isStored, setIsStored] = useState(true)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const { revalidate, state } = useRevalidator()
  const reload = useEffectEvent(() => {
    // Another request would end one that is still on a slow line.
    if (state === 'idle' && document.visibilityState === 'visible') void revalidate()
  })
  const take = useEffectEvent((order: string, status: FulfilmentStatus) =>
    setTaken(({ of, statuses }) => ({
      of: run,
      statuses: { ...(of === run && statuses), [order]: status },
    })),
  )
  const queue = useRef<ReturnType<typeof createMoveQueue>>(null)

  useEffect(() => {
    const own = createMoveQueue({
      storage: keptMoves({ id: run.id, linkEndsAt: run.linkEndsAt }, new Date()),
      async send(move, keep) {
        const sent = await send(token, move, keep)
        setIsLost(sent === 'again')
        return sent
      },
      onChange(waiting, areStored) {
        setMoves(waiting)
        setIsStored(areStored)
      },
      onAnswer({ order }, answer) {
        if ('status' in answer) take(order, answer.status)
        else setProblems((before) => ({ ...before, [order]: answer.refused }))
        reload()
      },
    })
    queue.current = own
    setMoves(own.moves())
    const tick = () => {
      void own.flush()
      reload()
    }
    tick()
    const timer = setInterval(tick, pollMs)
    addEventListener('online', tick)
    return () => {
      clearInterval(timer)
      removeEventListener('online', tick)
    }
  }, [run.id, run.linkEndsAt, token])

  const statuses = taken.of === run ? taken.statuses : {}
  return {
    stops: run.stops.map((stop) => ({
      ...shownStop({ ...stop, status: statuses[stop.orderId] ?? stop.status }, moves),
      problem: problems[stop.orderId] ?? '',
    })),
    /** Moves wait on this phone because the line is lost. */
    isLost: isLost && moves.length > 0,
    /** They are there when the page is opened again. */
    isStored,
    move(orderId: string, door: DoorMove) {
      setProblems((before) => ({ ...before, [orderId]: '' }))
      void queue.current?.add({ id: crypto.randomUUID(), order: orderId, ...door })
    },
  }
}

function shownStop(stop: RunStop, moves: readonly QueuedMove[]) {
  const own = moves.filter(({ order }) => order === stop.orderId)
  const status = own.reduce(
    (at, { move }) => fulfilmentAfter(at, move, { isPickup: false }) ?? at,
    stop.status,
  )
  return { ...stop, status, waits: waitsOf(own) }
}

function waitsOf(moves: readonly QueuedMove[]): ShownStop['waits'] {
  if (moves.length === 0) return null
  return moves.some((move) => 'picture' in move) ? 'photo' : 'move'
}

/**
 * Uploads the picture of a move before it, under the same id: what is sent again changes nothing once the move was made.
 *
 * @returns what is still to be sent
 */
async function withoutPicture(token: string, move: QueuedMove): Promise<QueuedMove> {
  if (!('picture' in move && move.picture)) return move
  const { picture, ...less } = move
  await upload<typeof doorPhotoEndpoint>('/runs/photo', fileOfPhoto(picture), {
    query: { token, order: move.order, id: move.id },
  })
  return less
}

/** The shop's answer; the line may be gone, or the shop be busy. A picture that is uploaded is not kept for another try. */
async function send(
  token: string,
  move: QueuedMove,
  keep: (less: QueuedMove) => void,
): Promise<Sent> {
  try {
    const less = await withoutPicture(token, move)
    if (less !== move) keep(less)
    const { fulfilment } = await call<typeof moveStopEndpoint>('POST /runs/move', {
      body: { token, ...less },
    })
    return { status: fulfilment }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, detail } = error.problem
    return isRefusal(status) ? { refused: detail } : 'again'
  }
}

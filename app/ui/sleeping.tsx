import { type ComponentType, memo, type ReactNode, Suspense, use, useMemo, useState } from 'react'
import { useHydrated } from './use-hydrated.ts'

const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin']
/** For who gives none of these signs: some who listen to a page. */
const atLatestMs = 10_000
const againAfterMs = 2000

let isAwake = false
let toldAwake = () => {}
const awake = new Promise<void>((resolve) => {
  toldAwake = resolve
})

/** Sleeping parts are wanted now. */
function wake() {
  for (const sign of signs) removeEventListener(sign, wake, true)
  isAwake = true
  toldAwake()
}

if (!import.meta.env.SSR) {
  for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true })
  setTimeout(wake, atLatestMs)
  if (document.activeElement !== document.body) wake()
}

/**
 * A part of a page that is seen at once, and whose code is fetched when the visitor first moves, types or scrolls: until
 * then it is what the server made of it. What it is given must stay the same until then, or it would be gone while its code
 * is on the way. On pages that are gone to from there it is fetched at once.
 *
 * For what is only read and followed. No form: what somebody does in one before its code is there would be lost. And not on
 * pages that change by themselves: React holds back what the router changes around a part that sleeps.
 *
 * `const CakeCards = await sleeping(async () => (await import('./cake-cards.tsx')).CakeCards)`
 */
export async function sleeping<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<(props: Props) => ReactNode> {
  const Part = import.meta.env.SSR ? await load() : sleeper(load)
  return memo((props: Props) => {
    const [isWaitedFor] = useState(useHydrated())
    // The very same in every render: another would be put in place of the server's.
    return useMemo(() => {
      const part = <Part {...props} />
      return isWaitedFor ? part : <Suspense>{part}</Suspense>
    }, [props, isWaitedFor])
  })
}

/** Without a line to the shop the page stays as it is, and the part comes when there is one again. */
async function untilThere<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, againAfterMs))
    }
  }
}

function sleeper<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  let there: ComponentType<Props> | undefined
  const loaded = () => {
    loading ??= untilThere(load).then((part) => {
      there = part
      return part
    })
    return loading
  }
  const woken = awake.then(loaded)
  if (isAwake) void loaded()
  return (props) => {
    // Where it is not what the server made that is taken over, there is nothing to be seen without the code.
    const isNew = useHydrated()
    const Part = there ?? use(isNew ? loaded() : woken)
    return <Part {...props} />
  }
}

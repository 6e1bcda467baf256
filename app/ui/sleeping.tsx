import {
  type ComponentType,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  use,
  useMemo,
  useRef,
  useState,
} from 'react'
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
 * then it is what the server made of it. On pages that are gone to from there it is fetched at once.
 *
 * For what is only read and followed. No form: what somebody does in one before its code is there would be lost. And not on
 * pages that change by themselves: until its code is there the part stays as it was.
 *
 * `const CakeCards = await sleeping(async () => (await import('./cake-cards.tsx')).CakeCards)`
 */
export async function sleeping<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<(props: Props) => ReactNode> {
  const Part = import.meta.env.SSR ? await load() : sleeper(load)
  return memo((props: Props) => {
    const [isWaitedFor] = useState(useHydrated())
    const place = useRef<HTMLDivElement>(null)
    // The very same in every render: another would be put in place of the server's.
    return useMemo(() => {
      const part = <Part {...props} />
      if (isWaitedFor) return part
      return (
        <div ref={place} className="contents">
          <Suspense fallback={<AsItWas place={place} />}>{part}</Suspense>
        </div>
      )
    }, [props, isWaitedFor])
  })
}

/**
 * What the server made, when something around it changes before its code is there: React then takes the server's elements
 * away. They are still in their place while this is rendered.
 */
function AsItWas({ place }: { place: RefObject<HTMLDivElement | null> }) {
  const [markup] = useState(() => ({ __html: place.current?.innerHTML ?? '' }))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own
  return <div className="contents" dangerouslySetInnerHTML={markup} />
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

import { RotateCcw, Shuffle } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { ApiError, call } from '#platform/http/api-client.ts'
import { browserStorage, readStored, writeStored } from '#ui/browser-storage.ts'
import { Button } from '#ui/button.tsx'
import {
  type CakeDesign,
  type DrawnDesign,
  designDescription,
  firstDesign,
  isCakeDesign,
  randomDesign,
} from './cake-design.ts'
import { CakeChoices } from './cake-designer-choices.tsx'
import { CakeDesignPreview } from './cake-designer-preview.tsx'
import type { drawDesignEndpoint } from './cake-designs.endpoints.ts'

export interface CakeDesignerProps {
  /** The name on the cake, which the preview shows in icing. */
  bname: string
  /** Called while the design is drawn and stored; rejects if that fails. */
  onUse: (drawing: Promise<DrawnDesign>) => Promise<void>
}

/** Shapes, tiers, colours and toppings to put a cake together from. */
export function CakeDesigner({ bname, onUse }: CakeDesignerProps) {
  const design = useCakeDesign()
  const { drawing, problem, use } = useDrawing(design, onUse)

  return (
    <section aria-label="Cake designer" className="@container">
      <div className="grid gap-6 @min-[640px]:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] @min-[640px]:gap-8">
        <div className="sticky top-16 z-20 -mx-2 self-start bg-paper px-2 pt-2 pb-2 @min-[640px]:top-20">
          <div className="mx-auto max-w-[min(100%,38svh)] @min-[640px]:max-w-none">
            <CakeDesignPreview design={design} bname={bname} />
          </div>
        </div>
        <div className="grid content-start gap-6">
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="small"
              onClick={() => saveCakeDesign(randomDesign(design, Math.random))}
            >
              <Shuffle size={18} aria-hidden="true" />
              Surprise me
            </Button>
            <Button variant="quiet" size="small" onClick={() => saveCakeDesign(firstDesign)}>
              <RotateCcw size={18} aria-hidden="true" />
              Start again
            </Button>
          </div>
          <CakeChoices design={design} onChange={saveCakeDesign} />
          <div className="grid gap-2">
            <Button wide busy={drawing} onClick={use}>
              {drawing ? 'Drawing your cake…' : problem ? 'Try again' : 'Use this design'}
            </Button>
            <p role="alert" className="text-sm font-medium text-chilli empty:hidden">
              {problem}
            </p>
          </div>
        </div>
      </div>
    </section>
  )
}

/** Has the shop draw the design. */
function useDrawing(design: CakeDesign, onUse: CakeDesignerProps['onUse']) {
  const [drawing, setDrawing] = useState(false)
  const [problem, setProblem] = useState('')

  async function use() {
    if (drawing) return
    setDrawing(true)
    setProblem('')
    try {
      await onUse(draw(design))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.problem.detail)
    } finally {
      setDrawing(false)
    }
  }

  return { drawing, problem, use }
}

async function draw(design: CakeDesign): Promise<DrawnDesign> {
  const { downloadURL } = await call<typeof drawDesignEndpoint>('POST /cakes/design', {
    body: design,
  })
  return { address: downloadURL, words: designDescription(design) }
}

const key = 'cake-design'
const listeners = new Set<() => void>()
/** Null until it was read from the browser's storage. */
let design: CakeDesign | null = null

function current(): CakeDesign {
  if (design === null) {
    const stored = readStored(browserStorage('sessionStorage'), key)
    design = isCakeDesign(stored) ? stored : firstDesign
  }
  return design
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The current design, which survives a reload. */
function useCakeDesign(): CakeDesign {
  return useSyncExternalStore(subscribe, current, () => firstDesign)
}

/** Keeps a design for this visit. */
function saveCakeDesign(next: CakeDesign) {
  design = next
  writeStored(browserStorage('sessionStorage'), key, next)
  for (const listener of listeners) listener()
}

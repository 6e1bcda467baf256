import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { AppError } from '#platform/app-error.ts'
import type { PrintedPaper } from '#shop/orders/money/document-content.schema.ts'
import type { Paper } from '../paper.ts'
import { printedPaper } from './printed-paper.ts'

/** The shop's own face on its papers, as it is when they are drawn. */
export interface PaperLook {
  /** '#rrggbb' */
  accent: string
  /** A PNG, at most so wide that the name fits beside it; null for the slice of cake. */
  logo: Uint8Array | null
}

export interface Drawing {
  look: PaperLook
  papers: PrintedPaper[]
  title: string
  issuedAt: Date
}

export type Drawn = { pdf: Uint8Array<ArrayBuffer> } | { failure: string }

/** From its sources, also in production: Node leaves out the types. */
const program = createRequire(import.meta.url).resolve(
  '#shop/papers/print/drawing-process.server.ts',
)

/** The library keeps memory of each paper, so a new process takes over after so many. */
const papersPerProcess = 1000
const idleMs = 60_000
/** 500 papers, the most that one PDF has, take a tenth of it. */
const maxMs = 60_000

interface Drawer {
  child: ChildProcess
  papers: number
  idle?: NodeJS.Timeout
}

/** Processes that wait for work. */
const resting: Drawer[] = []
const inTurn = pLimit(Math.min(2, availableParallelism()))

/**
 * One PDF (PDF/A-2a, tagged) of papers, at least one, each beginning on a page of its own; the same papers in the same look
 * give the same bytes. They are drawn in processes of their own, two at once at most, which end when they are idle.
 *
 * @throws AppError unavailable if the process ended, or did not answer, twice
 */
export function drawPapers(
  papers: readonly Paper[],
  look: PaperLook,
): Promise<Uint8Array<ArrayBuffer>> {
  const [first] = papers
  if (!first) throw new RangeError('There is no paper to draw.')
  const printed = papers.map(printedPaper)
  const drawing = {
    look,
    papers: printed,
    title: titleOf(papers, printed),
    issuedAt: first.issuedAt,
  }
  return inTurn(async () => {
    // Others that rest may be gone, too, and not known to be.
    const answer = (await ask(drawing, takeDrawer())) ?? (await ask(drawing, startDrawer()))
    if (!answer)
      throw new AppError('unavailable', 'The paper could not be drawn. Please try again later.')
    if ('failure' in answer) throw new Error(`A paper could not be drawn: ${answer.failure}`)
    return answer.pdf
  })
}

/** Null if the process ends without an answer. */
async function ask(drawing: Drawing, drawer: Drawer): Promise<Drawn | null> {
  const { child } = drawer
  const late = setTimeout(() => child.kill('SIGKILL'), maxMs)
  try {
    return await new Promise<Drawn | null>((resolve) => {
      child.once('message', (answer: Drawn) => resolve(answer))
      child.once('exit', () => resolve(null))
      child.send(drawing, (error) => error && resolve(null))
    })
  } finally {
    clearTimeout(late)
    child.removeAllListeners('message').removeAllListeners('exit')
    drawer.papers += drawing.papers.length
    if (drawer.papers < papersPerProcess) rest(drawer)
    else letGo(drawer)
  }
}

function takeDrawer(): Drawer {
  const rested = resting.pop()
  clearTimeout(rested?.idle)
  if (rested) return rested.child.connected ? rested : takeDrawer()
  return startDrawer()
}

function startDrawer(): Drawer {
  // It needs no secret of the shop.
  const child = fork(program, { serialization: 'advanced', execArgv: [], env: {} })
  // What cannot start is noticed when it is asked.
  child.on('error', () => {})
  // The shop may end while it waits.
  child.unref()
  child.channel?.unref()
  return { child, papers: 0 }
}

function rest(drawer: Drawer) {
  resting.push(drawer)
  drawer.idle = setTimeout(() => {
    resting.splice(resting.indexOf(drawer), 1)
    letGo(drawer)
  }, idleMs).unref()
}

function letGo({ child }: Drawer) {
  if (child.connected) child.disconnect()
}

function titleOf(papers: readonly Paper[], [first, ...others]: PrintedPaper[]): string {
  if (first && others.length === 0) return `${first.facts.heading} ${first.named[1]}`
  const isInvoices = papers.every(({ kind }) => kind === 'invoice')
  return `${papers.length} ${isInvoices ? 'invoices' : 'papers'}`
}

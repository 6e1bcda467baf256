import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { requireSession } from '#platform/http/api-guards.server.ts'
import { type Caller, fileEndpoint } from '#platform/http/endpoint.ts'
import { may } from '#shop/accounts/permissions.ts'
import { checkPermission } from '#shop/accounts/require-customer.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { orderOrLink, requireTracked } from '#shop/orders/links/tracking-link.server.ts'
import type { PrintedPaper } from '#shop/orders/money/document-content.schema.ts'
import type { Order } from '#shop/orders/order.ts'
import { requireSeen } from '#shop/orders/order-rules.ts'
import { customerActor, findOrder, pendingOrders } from '#shop/orders/orders.store.server.ts'
import { fileKey } from '#shop/pictures/pictures.store.server.ts'
import { documentPaper, orderSummary, type Paper } from '../paper.ts'
import { findPaper, papersOf } from '../papers.store.server.ts'
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

const generatePdfEndpoint = fileEndpoint({
  path: '/orders/generatepdf',
  tag: 'Orders',
  summary: 'Invoices as one PDF',
  description:
    "The invoices and credit notes of every order that the admin's panel shows, for the admin alone; `order` asks for those of that order, as the `token` of its sender’s link does, `document` for that one, which its customer and accountants may have too. An order whose price is not settled has its summary instead, which is no tax document. Answers 404 when no order is waiting.",
  access: 'link',
  query: z.object({
    order: orderIdSchema.optional(),
    token: orderOrLink.token,
    document: z.uuid('There is no such document').optional(),
  }),
  types: ['application/pdf'],
  problems: [403, 404],
})

export type GeneratePdf = typeof generatePdfEndpoint

export function serveTaxDocuments(api: Api, shop: AppContext) {
  api.serveFile(generatePdfEndpoint, async ({ query }, call) => {
    const request = await readRequest(shop, call.caller, query)
    const { caller } = request
    // Drawing takes CPU time, so few run at once.
    if (!may(caller.role, 'see-orders')) await shop.limiter.attempt('invoice', caller.id)
    const papers = await findPapers(shop, request)
    return {
      type: 'application/pdf',
      name: 'invoice.pdf',
      body: await drawPapers(papers, await paperLook(shop)),
    }
  })
}

/** The owner's colour and logo, as they are now. */
export async function paperLook({ shop, files }: AppContext): Promise<PaperLook> {
  const { accent, logo } = shop
  const bytes = logo && (await files.get(fileKey(logo.src)))
  if (!bytes) return { accent, logo: null }
  // Loaded when first needed, because the library is large.
  const { default: sharp } = await import('sharp')
  const fit = { width: 320, height: 103, fit: 'inside' as const }
  return {
    accent,
    logo: await sharp(bytes).flatten({ background: '#fff' }).resize(fit).png().toBuffer(),
  }
}

interface PapersRequest {
  caller: Caller
  order?: string
  document?: string
}

/** A link shows its own order alone. */
async function readRequest(
  shop: AppContext,
  caller: Caller | null,
  { token, ...asked }: { token?: string; order?: string; document?: string },
): Promise<PapersRequest> {
  if (token === undefined) return { ...asked, caller: requireSession(caller) }
  const { order } = await requireTracked(shop, token, 'sender')
  return { caller: customerActor(order), order: order.id }
}

/** The newest orders with an item in `processing`, as many as `adminOrders` returns. */
const maxPendingOrders = 500

/**
 * The papers of an order, or one document, or without either those of all pending orders of the admin's panel, newest
 * first. An order without documents has its summary instead.
 *
 * @throws AppError forbidden for another customer's order, or for all without the permission to see orders; not_found
 *   if no order is pending
 */
export async function findPapers(
  shop: AppContext,
  { caller, order: id, document: documentId }: PapersRequest,
): Promise<Paper[]> {
  if (documentId !== undefined) {
    const document = await findPaper(shop.db, documentId)
    requireSeen(document && (await findOrder(shop.db, document.orderId)), caller, 'see-money')
    return document ? [documentPaper(document)] : []
  }
  if (id !== undefined) {
    const order = await findOrder(shop.db, id)
    requireSeen(order, caller, 'see-money')
    return papersOfOrders(shop, [order])
  }
  checkPermission(caller, 'see-orders')
  const orders = await pendingOrders(shop.db, maxPendingOrders)
  if (orders.length > 0) return papersOfOrders(shop, orders)
  throw new AppError(
    'not_found',
    'No order is waiting for the baker, so there is nothing to invoice.',
  )
}

async function papersOfOrders(
  { db, shop }: AppContext,
  orders: readonly Order[],
): Promise<Paper[]> {
  const documents = await papersOf(
    db,
    orders.map(({ id }) => id),
  )
  const byOrder = Map.groupBy(documents, ({ orderId }) => orderId)
  return orders.flatMap((order) => {
    const theirs = byOrder.get(order.id) ?? []
    return theirs.length > 0 ? theirs.map(documentPaper) : [orderSummary(order, shop)]
  })
}

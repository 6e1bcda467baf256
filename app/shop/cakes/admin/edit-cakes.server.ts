import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import type { AuditAction } from '#shop/audit-log/audit-actions.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { pictureIdFromPath } from '#shop/pictures/picture-sizes.ts'
import { lockPictures } from '#shop/pictures/pictures.store.server.ts'
import { cakeIdSchema } from '../cake.schema.ts'
import { categoryLabel } from '../cake-price.ts'
import { type CakePicture, insertCake, type NewCake } from '../cakes.store.server.ts'
import { cakeChanged } from '../published-cakes.server.ts'
import {
  findAdminCake,
  listIdsOfSlug,
  lockCake,
  lockCategoryOf,
  removeCake,
  updateCake,
} from './admin-cakes.store.server.ts'
import {
  type AdminCake,
  applyChanges,
  type CakeChanges,
  type CheckedCake,
  cakeChangesSchema,
  cakeInputSchema,
  cakeSlug,
  changedFields,
  contradictionsOf,
  lackingIn,
  noPicture,
  toRecord,
} from './cake-input.schema.ts'
import { lockAgainstImports } from './import/catalogue-files.store.server.ts'

const tag = 'Catalogue'

/** The cake and its new state: send it back with the next change. */
const savedCake = messageSchema.extend({ id: cakeIdSchema, updatedAt: z.string() })

const addCakeEndpoint = endpoint({
  method: 'POST',
  path: '/cakes/addcake',
  tag,
  summary: 'Add a cake',
  description:
    'Adds a cake to the catalogue; its `id` is made from the name. Pictures are uploaded before, by `cakes/upload`. 422 names the fields that are not valid.',
  access: 'edit-cakes',
  body: cakeInputSchema,
  response: savedCake,
})

const editCakeEndpoint = endpoint({
  method: 'POST',
  path: '/cakes/editcake',
  tag,
  summary: 'Change a cake',
  description:
    'Changes the fields that are sent. With `updatedAt`, as it was read, 409 when the cake was changed since; without it the change is made in any case. 404 when there is no such cake.',
  access: 'edit-cakes',
  body: cakeChangesSchema.extend({ id: cakeIdSchema, updatedAt: z.iso.datetime().optional() }),
  response: savedCake,
  problems: [404, 409],
})

const showCakeEndpoint = endpoint({
  method: 'POST',
  path: '/cakes/showcake',
  tag,
  summary: 'Hide or show a cake',
  description:
    'A hidden cake is neither shown nor sold; past orders keep it. 404 when there is no such cake.',
  access: 'edit-cakes',
  body: z.object({ id: cakeIdSchema, hidden: z.boolean() }),
  response: savedCake,
  problems: [404],
})

const deleteCakeEndpoint = endpoint({
  method: 'POST',
  path: '/cakes/deletecake',
  tag,
  summary: 'Delete a cake',
  description:
    'Deletes a cake; orders that have it stay as they are. 404 when there is no such cake.',
  access: 'edit-cakes',
  body: z.object({ id: cakeIdSchema }),
  response: messageSchema,
  problems: [404],
})

export type AddCake = typeof addCakeEndpoint
export type ChangeCake = typeof editCakeEndpoint
export type ShowCake = typeof showCakeEndpoint
export type RemoveCake = typeof deleteCakeEndpoint

export function serveCakeEdits(api: Api, shop: AppContext) {
  api.serve(addCakeEndpoint, async ({ body }, { caller }) => {
    const cake = await addCake(shop, { by: caller, cake: body })
    return { message: `${cake.name} is ${placeOf(cake)}.`, ...stateOf(cake) }
  })

  api.serve(editCakeEndpoint, async ({ body: { id, updatedAt, ...changes } }, { caller }) => {
    const cake = await changeCake(shop, { by: caller, id, changes, updatedAt })
    return { message: `${cake.name} is saved.`, ...stateOf(cake) }
  })

  api.serve(showCakeEndpoint, async ({ body: { id, hidden } }, { caller }) => {
    const action = hidden ? 'hide-cake' : 'show-cake'
    const cake = await changeCake(shop, { by: caller, id, changes: { hidden }, action })
    return { message: `${cake.name} is ${placeOf(cake)}.`, ...stateOf(cake) }
  })

  api.serve(deleteCakeEndpoint, async ({ body: { id } }, { caller }) => {
    await deleteCake(shop, { by: caller, id })
    return { message: 'Deleted succesfully' }
  })
}

const placeOf = ({ hidden }: AdminCake) => (hidden ? 'hidden from the shop' : 'in the shop')
const stateOf = ({ id, updatedAt }: AdminCake) => ({ id, updatedAt })

interface CakeChange {
  by: Caller
  id: string
  /** Fields left out stay as they are. */
  changes: CakeChanges
  /** The `updatedAt` that the baker read; if left out, the change is made on any state. */
  updatedAt?: string
  action?: AuditAction
}

/**
 * Changes a cake. A change that changes nothing is not recorded.
 *
 * @throws AppError not_found, conflict (changed by another meanwhile), invalid (a contradiction, a missing picture, none to show)
 */
export async function changeCake(
  { db, clock, cacheInvalidation }: AppContext,
  change: CakeChange,
): Promise<AdminCake> {
  return cacheInvalidation.transaction(db, (tx, invalidate) =>
    changeCakeWithin({ tx, invalidate, at: clock.now() }, change),
  )
}

interface CatalogueChange {
  tx: Database
  invalidate: (names: Iterable<string>) => void
  at: Date
}

/** What {@link changeCake} does, within a transaction that may change other cakes too. */
async function changeCakeWithin(
  { tx, invalidate, at }: CatalogueChange,
  { by, id, changes, updatedAt, action = 'edit-cake' }: CakeChange,
): Promise<AdminCake> {
  const before = await lockCake(tx, id)
  const next = applyChanges(before, changes)
  if (!changedFields(toRecord(before), toRecord(next))) return before
  checkVersion(before, updatedAt)
  checkContradictions(next)
  if ((changes.image || changes.hidden === false) && !next.hidden && next.image.length === 0)
    throw fieldError('invalid', 'image', noPicture)
  const removed = before.pictures.map((picture) => picture.id)
  const pictures = await lockCakePictures(tx, { ...next, removed }, at)
  await updateCake(tx, { ...next, pictures }, updateTime(before.updatedAt, at))
  const after = await readBack(tx, id)
  const changed = changedFields(toRecord(before), toRecord(after))
  await recordAudit(tx, { at, by, action, subject: 'cake', subjectId: id, ...changed })
  if (!before.hidden || !after.hidden) invalidate([cakeChanged(after)])
  return after
}

function checkVersion(before: AdminCake, updatedAt: string | undefined) {
  if (updatedAt === undefined || Date.parse(updatedAt) === Date.parse(before.updatedAt)) return
  throw new AppError(
    'conflict',
    `${before.name} was changed in another window or by someone else. Load the latest version and make your changes again.`,
  )
}

function checkContradictions(next: AdminCake) {
  const [first] = [...lackingIn(next), ...contradictionsOf(next)]
  if (!first) return
  const [field, message] = first
  // One of many may be wrong: the sentence names it.
  throw new AppError('invalid', `${next.name}: ${message}`, { errors: { [field]: message } })
}

/** Each state of a cake has its own `updatedAt`, even if two changes come in the same millisecond. */
function updateTime(moment: string, now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.parse(moment) + 1))
}

/**
 * Locks the pictures of a cake and pairs them with their alt texts. Removed pictures are locked as well:
 * a cart or an order may still show them.
 *
 * @throws AppError invalid if a picture does not exist (any more)
 */
async function lockCakePictures(
  tx: Database,
  change: { image: string[]; alts: string[]; removed?: string[] },
  now: Date,
): Promise<CakePicture[]> {
  const { image, alts, removed = [] } = change
  const ids = image.map((address) => pictureIdFromPath(address) ?? '')
  const locked = new Set(await lockPictures(tx, [...new Set([...ids, ...removed])], now))
  const missing = ids.findIndex((id) => !locked.has(id))
  if (missing !== -1) throw missingPicture(missing, ids.length)
  return ids.map((id, index) => ({ id, alt: alts[index] ?? '' }))
}

function missingPicture(index: number, count: number): AppError {
  const which = count === 1 ? 'The picture' : `Picture ${index + 1}`
  const sentence = `${which} is no longer in the shop. Please upload it again.`
  return fieldError('invalid', 'image', sentence)
}

/**
 * Puts a cake into the catalogue, and into the shop unless it is hidden.
 *
 * @throws AppError invalid when a picture is missing
 */
async function addCake(
  { db, clock, cacheInvalidation }: AppContext,
  { by, cake }: { by: Caller; cake: CheckedCake },
): Promise<AdminCake> {
  const at = clock.now()
  return cacheInvalidation.transaction(db, async (tx, invalidate) => {
    await lockAgainstImports(tx)
    const pictures = await lockCakePictures(tx, cake, at)
    const id = await insertUnderFreeId(tx, { ...cake, pictures }, at)
    const added = await readBack(tx, id)
    const after = toRecord(added)
    await recordAudit(tx, { at, by, action: 'add-cake', subject: 'cake', subjectId: id, after })
    if (!added.hidden) invalidate([cakeChanged(added)])
    return added
  })
}

/** Inserts a cake under an id made from its name, with a number if the id is taken. */
async function insertUnderFreeId(
  tx: Database,
  cake: Omit<NewCake, 'id'>,
  at: Date,
): Promise<string> {
  const slug = cakeSlug(cake.name) ?? `cake-${randomBytes(4).toString('hex')}`
  const usedIds = await listIdsOfSlug(tx, slug)
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? slug : `${slug}-${number}`
    // Another request may take the id at the same time.
    if (!usedIds.has(id) && (await insertCake(tx, { ...cake, id }, at))) return id
  }
}

async function readBack(tx: Database, id: string): Promise<AdminCake> {
  const cake = await findAdminCake(tx, id)
  if (!cake) throw new Error(`cake ${id} was written and is missing`)
  return cake
}

/**
 * Deletes a cake. Orders have copies of its data, and keep its pictures.
 *
 * @throws AppError not_found
 */
async function deleteCake(
  { db, clock, cacheInvalidation }: AppContext,
  { by, id }: { by: Caller; id: string },
) {
  const at = clock.now()
  await cacheInvalidation.transaction(db, async (tx, invalidate) => {
    const cake = await lockCake(tx, id)
    await removeCake(tx, id)
    const pictures = cake.pictures.map((picture) => picture.id)
    await lockPictures(tx, pictures, at)
    const before = toRecord(cake)
    await recordAudit(tx, { at, by, action: 'delete-cake', subject: 'cake', subjectId: id, before })
    if (!cake.hidden) invalidate([cakeChanged(cake)])
  })
}

const shareChoicesEndpoint = endpoint({
  method: 'POST',
  path: '/cakes/share-choices',
  tag,
  summary: 'Give a cake’s choices to its category',
  description:
    'Every cake of its category, hidden ones too, has the same choices afterwards, or none is changed: 422 names the one that contradicts itself. 404 when there is no such cake.',
  access: 'edit-cakes',
  body: z.object({ id: cakeIdSchema }),
  response: messageSchema,
  problems: [404],
})

export type ShareChoices = typeof shareChoicesEndpoint

export function serveShareChoices(api: Api, { db, clock, cacheInvalidation }: AppContext) {
  api.serve(shareChoicesEndpoint, ({ body }, { caller: by }) =>
    cacheInvalidation.transaction(db, async (tx, invalidate) => {
      const ids = await lockCategoryOf(tx, body.id)
      const { category, choices } = await lockCake(tx, body.id)
      const change = { tx, invalidate, at: clock.now() }
      for (const id of ids) await changeCakeWithin(change, { by, id, changes: { choices } })
      const message = `All cakes of ${categoryLabel(category)} have these choices: ${ids.length}.`
      return { message }
    }),
  )
}

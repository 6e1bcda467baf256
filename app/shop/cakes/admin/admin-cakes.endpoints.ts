import { z } from 'zod'
import { endpoint, fileEndpoint, uploadEndpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { cakeIdSchema } from '../cake.schema.ts'
import { cakeChangesSchema, cakeInputSchema } from './cake-input.schema.ts'
import { fileFields } from './import/file-cake.ts'
import { columnMeanings } from './import/map-columns.ts'

const tag = 'Catalogue'

/** The cake and its new state: send it back with the next change. */
const savedCake = messageSchema.extend({ id: cakeIdSchema, updatedAt: z.string() })

export const addCakeEndpoint = endpoint({
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

export const editCakeEndpoint = endpoint({
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

export const showCakeEndpoint = endpoint({
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

export const deleteCakeEndpoint = endpoint({
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

export const exportCatalogueEndpoint = fileEndpoint({
  path: '/cakes/export',
  tag,
  summary: 'Export the catalogue',
  description:
    'Every cake, hidden ones too, as CSV, in the form that `cakes/import` takes. The entries of a list stand between " | "; `contains` is empty until it is said, and `none` for no allergens. Text that a spreadsheet would take for a formula has an apostrophe before it.',
  access: 'edit-cakes',
  types: ['text/csv'],
})

export const importTemplateEndpoint = fileEndpoint({
  path: '/cakes/importtemplate',
  tag,
  summary: 'A CSV file to fill in',
  description: 'The columns of an import, and a cake as an example.',
  access: 'edit-cakes',
  types: ['text/csv'],
})

const priceBasis = z.enum(['kg', 'weight'])

const meaningOf = (text: string) => columnMeanings.find((one) => one === text) ?? null

const ofNewCakes = z.string().max(200).optional().describe('Of new cakes without one')

/** The baker's corrections of what a file says. */
const importChoices = z.object({
  columns: z
    .string()
    .max(12_000)
    .refine((text) => text.split(',').every((one) => one === '' || meaningOf(one)))
    .optional()
    .describe('What each column is, between commas; empty for one that is left out')
    .transform((text) => text?.split(',').map(meaningOf)),
  basis: priceBasis.optional().describe('Whether prices are per kg, or for the weight beside them'),
  sameName: z
    .enum(['change', 'add'])
    .default('change')
    .describe('What a row without an id does whose name is in the shop'),
  category: ofNewCakes,
  flavours: ofNewCakes,
  weight: ofNewCakes,
  egg: z.enum(['Egg', 'Eggless']).optional().describe('Of new cakes whose row says neither'),
})

export type ImportChoices = z.output<typeof importChoices>
/** As they are sent. */
export type SentChoices = z.input<typeof importChoices>

/** What an import would change, or has changed. */
const importOutcome = z.object({
  /** False for a dry run. */
  written: z.boolean(),
  /** Rows with a cake. */
  total: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** All errors; `errors` has the first of them. */
  errorCount: z.int(),
  errors: z.array(z.object({ row: z.int(), field: z.string(), message: z.string() })),
  /** The first cakes that are added or changed, or found by their name and stay as they are. */
  preview: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(['added', 'changed', 'unchanged']),
      /** As their cells read, shortened. */
      fields: z.array(
        z.object({ field: z.enum(fileFields), before: z.string(), after: z.string() }),
      ),
      /** What the shop keeps in another way than the file. */
      notes: z.array(z.string()),
    }),
  ),
  /** The columns of the file, as they were understood; `meaning` is null where one is left out. */
  columns: z.array(
    z.object({
      heading: z.string(),
      example: z.string(),
      meaning: z.enum(columnMeanings).nullable(),
    }),
  ),
  /** Null for a file of the shop, whose prices are per kg. */
  basis: priceBasis.nullable(),
  /** What new cakes need and the file does not say, and the value that they get; egg has none until it is chosen. */
  lacking: z.array(
    z.object({
      field: z.enum(['egg', 'category', 'flavours', 'weight']),
      cakes: z.int(),
      value: z.string(),
    }),
  ),
  /** Rows without an id whose name a cake of the shop has. */
  sameName: z.int(),
  /** Rows that are no cakes, such as groups of products. */
  skipped: z.int(),
  /** Cakes of the file that have no picture, with the names of its files: at most 2000. */
  pictureless: z.array(z.object({ id: z.string(), name: z.string(), files: z.array(z.string()) })),
  /** The version of the catalogue that this was checked against; send it with the import. */
  version: z.string(),
})

export type ImportOutcome = z.infer<typeof importOutcome>

export const importCatalogueEndpoint = uploadEndpoint({
  path: '/cakes/import',
  tag,
  summary: 'Import a catalogue',
  description:
    'Takes CSV or an Excel workbook, in the columns of the shop, of another shop system or of an own list. A known `id` or name changes that cake, another adds one; cakes that are not in the file stay, and so do fields without a column. A new cake without a picture is hidden. With `dryRun=true` nothing is written and the response lists the errors; else all is written or nothing: 422 when a row has an error, and when it says of no new cake whether it has egg; 409 when `version` is sent and the catalogue has changed since.',
  access: 'edit-cakes',
  query: importChoices.extend({
    dryRun: z
      .enum(['true', 'false'])
      .default('true')
      .transform((text) => text === 'true'),
    version: z.string().max(100).optional(),
  }),
  field: 'file',
  maxBytes: 10 * 1024 * 1024,
  response: importOutcome,
  problems: [409],
})

import { z } from 'zod'
import { fileEndpoint, uploadEndpoint } from '#platform/http/endpoint.ts'
import { fileFields } from './file-cake.ts'

const tag = 'Catalogue'

export const exportCatalogueEndpoint = fileEndpoint({
  path: '/cakes/export',
  tag,
  summary: 'Export the catalogue',
  description:
    'Every cake, hidden ones too, as CSV, in the form that `cakes/import` takes. The entries of a list stand between " | ", and text that a spreadsheet would take for a formula has an apostrophe before it.',
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

const fieldChange = z.object({
  field: z.enum(fileFields),
  /** As its cell reads, shortened. */
  before: z.string(),
  after: z.string(),
})

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
  /** The first added and changed cakes. */
  preview: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(['added', 'changed']),
      fields: z.array(fieldChange),
    }),
  ),
  /** The version of the catalogue that this was checked against; send it with the import. */
  version: z.string(),
})

export type ImportOutcome = z.infer<typeof importOutcome>

export const importCatalogueEndpoint = uploadEndpoint({
  path: '/cakes/import',
  tag,
  summary: 'Import a catalogue',
  description:
    'Takes CSV. A known `id` changes that cake, another or none adds one; cakes that are not in the file stay, and so do fields without a column. With `dryRun=true` nothing is written and the response lists the errors; else all is written or nothing: 422 when a row has an error, 409 when `version` is sent and the catalogue has changed since.',
  access: 'edit-cakes',
  query: z.object({
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

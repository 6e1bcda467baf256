import { z } from 'zod'
import { fileFields } from './file-cake.ts'
import { columnMeanings } from './map-columns.ts'

const priceBasis = z.enum(['kg', 'weight'])

const meaningOf = (text: string) => columnMeanings.find((one) => one === text) ?? null

const ofNewCakes = z.string().max(200).optional().describe('Of new cakes without one')

/** The baker's corrections of what a file says. */
export const importChoices = z.object({
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
export const importOutcome = z.object({
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

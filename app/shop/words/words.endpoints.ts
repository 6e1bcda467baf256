import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { textSchema } from '#shop/values/typed/typed-text.schema.ts'
import { detailsSchema } from './shop/details.schema.ts'
import { rateSchema } from './shop/rate.schema.ts'
import { allWords } from './words.ts'

const keys = [...allWords.keys()]

const wordSchema = z
  .object({
    key: z.enum(keys),
    text: textSchema(2000, 'At most 2000 characters'),
    image: z.string().max(200).default('').describe('The address of an uploaded picture'),
  })
  .refine(({ key, image }) => image === '' || allWords.get(key)?.hasPicture, {
    path: ['image'],
    message: 'Here is no place for a picture',
  })

export type NewWord = z.output<typeof wordSchema>

export const saveWordsEndpoint = endpoint({
  method: 'POST',
  path: '/words',
  tag: 'Storefront',
  summary: 'Change what the shop says about itself',
  description:
    'Words that are left out stay as they are. An empty text is not shown. 422 for a picture that is not in the shop.',
  access: 'edit-words',
  body: z.object({
    words: z
      .array(wordSchema)
      .min(1)
      .max(keys.length)
      .refine((said) => new Set(said.map(({ key }) => key)).size === said.length, 'Each only once'),
  }),
  response: messageSchema,
})

export const saveDetailsEndpoint = endpoint({
  method: 'POST',
  path: '/shop',
  tag: 'Storefront',
  summary: 'Change who the shop is',
  description:
    'Pages, mails and new papers say it at once; the late scale counts for what is delivered from then on, and a registration from `gstFrom` on. 422 for a day that is over, and for what is the sample’s, in a shop where money moves.',
  access: 'edit-words',
  body: detailsSchema,
  response: messageSchema,
})

const ratePath = '/shop/rates'
const rateDescription =
  'By category and day; the day is one to come: what is charged until then stays. 422 for today and the past.'

export const saveRateEndpoint = endpoint({
  method: 'POST',
  path: ratePath,
  tag: 'Storefront',
  summary: 'Change how a category is taxed from a day on',
  description: rateDescription,
  access: 'edit-words',
  body: rateSchema,
  response: messageSchema,
})

export const takeRateBackEndpoint = endpoint({
  method: 'POST',
  path: `${ratePath}/take-back`,
  tag: 'Storefront',
  summary: 'Take back a rate that does not hold yet',
  description: rateDescription,
  access: 'edit-words',
  body: rateSchema.pick({ category: true, from: true }),
  response: messageSchema,
})

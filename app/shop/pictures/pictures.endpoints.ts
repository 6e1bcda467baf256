import { z } from 'zod'
import { uploadEndpoint } from '#platform/http/endpoint.ts'
import { pictureSchema } from './picture.schema.ts'
import { maxPictureBytes } from './picture-file.ts'

export const uploadedPictureSchema = z.object({
  /** The address to give as a cake's or a design's `image`. */
  downloadURL: z.string(),
  picture: pictureSchema.omit({ alt: true }),
})

export const uploadPictureEndpoint = uploadEndpoint({
  path: '/cakes/upload',
  tag: 'Pictures',
  summary: 'Upload a picture',
  description:
    'Takes a JPEG, PNG, WebP or AVIF, recognised by its content, and stores it in the sizes the pages use, without its metadata. What nothing refers to after 30 days is taken away. 415 for another kind of file, 422 for a damaged one.',
  access: 'anyone',
  field: 'image',
  maxBytes: maxPictureBytes,
  response: uploadedPictureSchema,
})

import { z } from 'zod'

/** How a picture is laid out before it has loaded; its files are found by its id. */
export const pictureSchema = z.object({
  id: z.string().min(1),
  /** What is seen, for those who cannot see it. */
  alt: z.string(),
  /** Of the largest stored size, in pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** The tile's own colour, '#rrggbb'. */
  colour: z.string().regex(/^#[0-9a-f]{6}$/),
  /** A tiny blurred picture as a data: URI. */
  placeholder: z.string().regex(/^data:image\//),
})

export const uploadedPictureSchema = z.object({
  /** The address to give as a cake's or a design's `image`. */
  downloadURL: z.string(),
  picture: pictureSchema.omit({ alt: true }),
})

export type Picture = z.infer<typeof pictureSchema>

/** A picture as the server stores it, without alt text. */
export type PictureShape = Omit<Picture, 'alt'>

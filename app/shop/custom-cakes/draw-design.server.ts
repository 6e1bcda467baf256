import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { uploadedPictureSchema } from '#shop/pictures/picture.schema.ts'
import { storeDrawing, toUploadResponse } from '#shop/pictures/upload-picture.server.ts'
import { designOptions } from './cake-design.ts'
import { drawCake } from './designer/draw-cake.ts'

/** A design as it is sent: one of the choices for each part, and nothing else. */
export const cakeDesignSchema = z.strictObject({
  shape: z.enum(designOptions('shape'), 'Choose a shape'),
  tiers: z.enum(designOptions('tiers'), 'Choose how many tiers'),
  colour: z.enum(designOptions('colour'), 'Choose an icing'),
  drip: z.enum(designOptions('drip'), 'Choose a drip, or none'),
  topping: z.enum(designOptions('topping'), 'Choose a topping, or none'),
})

const drawDesignEndpoint = endpoint({
  method: 'POST',
  path: '/cakes/design',
  tag: 'Customised cakes',
  summary: 'Draw a designed cake',
  description:
    'Draws the cake and stores the picture like an uploaded one, within the same limits; the same design has the same picture.',
  access: 'anyone',
  body: cakeDesignSchema,
  response: uploadedPictureSchema,
})

export type DrawDesign = typeof drawDesignEndpoint

export function serveCakeDesigns(api: Api, shop: AppContext) {
  api.serve(drawDesignEndpoint, async ({ body }, { caller, address }) =>
    toUploadResponse(await storeDrawing(shop, { svg: drawCake(body), caller, address })),
  )
}

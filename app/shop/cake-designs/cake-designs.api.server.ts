import type { Api } from '#platform/http/api.server.ts'
import {
  storeDrawing,
  toUploadResponse,
  type UploadDeps,
} from '#shop/pictures/pictures.api.server.ts'
import { drawDesignEndpoint } from './cake-designs.endpoints.ts'
import { drawCake } from './draw-cake.ts'

/** The call that draws a designed cake. */
export function serveCakeDesigns(api: Api, deps: UploadDeps) {
  api.serve(drawDesignEndpoint, async ({ body }, { caller, address }) =>
    toUploadResponse(await storeDrawing(deps, { svg: drawCake(body), caller, address })),
  )
}

import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { storeDrawing, toUploadResponse } from '#shop/pictures/upload-picture.server.ts'
import { drawDesignEndpoint } from './cake-designs.endpoints.ts'
import { drawCake } from './designer/draw-cake.ts'

export function serveCakeDesigns(api: Api, deps: AppContext) {
  api.serve(drawDesignEndpoint, async ({ body }, { caller, address }) =>
    toUploadResponse(await storeDrawing(deps, { svg: drawCake(body), caller, address })),
  )
}

import type { Api } from '#platform/http/api.server.ts'
import type { UploadDeps } from '#shop/pictures/upload-picture.server.ts'

/** The call that draws a designed cake. */
export function serveCakeDesigns(_api: Api, _deps: UploadDeps) {}

